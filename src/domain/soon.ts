// What is usually known at once and otherwise has to be asked for. Awaiting what is known would send every call through the queue
// of promises once more for each such thing.

export type Soon<T> = T | Promise<T>

export const whenKnown = <T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(next) : next(value)
