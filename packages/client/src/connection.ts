// Where the service is, and how patient a caller is with it.

export type ConnectionOptions = {
  /** The service's address, such as `https://fieldnote.example.com`; a path in it is kept. */
  baseUrl: string
  /** For one try, until its answer has been read. 10 seconds unless set; an hour at least for one that sends a file. */
  timeoutMs?: number
  /** How often a failed call is tried again. 3 unless set. */
  retries?: number
  /** The longest wait between two tries: a longer `Retry-After` ends the call. 60 seconds unless set. */
  maxWaitMs?: number
  /** Instead of the global one. */
  fetch?: typeof fetch
}

export type Connection = Required<Omit<ConnectionOptions, 'fetch'>> & {
  authorization: string
  fetch: typeof fetch | undefined
}

export function connection(options: ConnectionOptions, authorization: string): Connection {
  const { baseUrl, timeoutMs = 10_000, retries = 3, maxWaitMs = 60_000, fetch } = options
  if (!URL.canParse(given('baseUrl', baseUrl))) throw new TypeError(`baseUrl is not an address: ${baseUrl}`)
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), timeoutMs, retries, maxWaitMs, fetch, authorization }
}

/** An environment variable that is not set would otherwise read as a wrong key, much later. */
export function given(name: string, value: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`${name} is missing`)
  return value
}
