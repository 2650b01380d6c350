// Where the service is, and how patient a caller is with it.

export type ConnectionOptions = {
  /** The service's address, such as `https://fieldnote.example.com`; a path in it is kept. `FIELDNOTE_URL` unless set. */
  url?: string | undefined
  /** For one try, until its answer has been read. 10 seconds unless set; an hour at least for one that sends a file. */
  timeoutMs?: number | undefined
  /** How often a failed call is tried again. 3 unless set. */
  retries?: number | undefined
  /** The longest wait between two tries: a longer `Retry-After` ends the call. 60 seconds unless set. */
  maxWaitMs?: number | undefined
  /** Instead of the global one. */
  fetch?: typeof fetch | undefined
}

export type Connection = {
  url: string
  timeoutMs: number
  retries: number
  maxWaitMs: number
  fetch: typeof fetch | undefined
  authorization: string
}

export function connection(options: ConnectionOptions, authorization: string): Connection {
  const { timeoutMs = 10_000, retries = 3, maxWaitMs = 60_000, fetch } = options
  const url = setting(options.url, 'url', 'FIELDNOTE_URL')
  if (!URL.canParse(url)) throw new TypeError(`url is not an address: ${url}`)
  return { url: url.replace(/(?<!\/)\/+$/, ''), timeoutMs, retries, maxWaitMs, fetch, authorization }
}

/** What is missing would otherwise read as a wrong key, much later. Not every platform has an environment. */
export function setting(given: string | undefined, name: string, variable: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  const value = given ?? process?.env?.[variable]
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(`${name} is missing: pass it, or set ${variable}`)
  return value
}
