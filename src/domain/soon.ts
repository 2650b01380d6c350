// A value that is usually known at once, and otherwise comes as a promise. Awaiting a value that is already known would put off the
// rest of the call until the promise queue runs, again for each such value; `whenKnown` goes on at once instead.

export type Soon<T> = T | Promise<T>

export const whenKnown = <T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(next) : next(value)
