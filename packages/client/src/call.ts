// What every call returns, and the options that every call takes.

export type CallOptions = {
  /** Ends the call, waits between tries included. */
  signal?: AbortSignal | undefined
  /** For one try, instead of the client's own. */
  timeoutMs?: number | undefined
}

export type Answered<Answer> = { data: Answer; response: Response }

/** A promise of the answer; `await call.withResponse()` has the HTTP response beside it. */
export type Call<Answer> = Promise<Answer> & { withResponse(): Promise<Answered<Answer>> }

export type Page<Item> = {
  items: Item[]
  /** Pass it as `cursor` for the next page; null on the last. */
  next_cursor: string | null
}

/** Awaited, it is the first page; `for await` goes through the items of all pages. */
export type List<Item, First = Page<Item>> = Call<First> & AsyncIterable<Item>

export function callOf<Sent, Answer>(
  pending: Promise<Answered<Sent>>,
  read: (sent: Sent) => Answer,
): Call<Answer> {
  const answered = pending.then(({ data, response }) => ({ data: read(data), response }))
  const call = answered.then(({ data }) => data)
  const withResponse = () => {
    call.catch(() => {}) // its failure is told by the other promise
    return answered
  }
  return Object.assign(call, { withResponse })
}
