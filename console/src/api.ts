// The one way to the server: JSON in, JSON out, and errors as the server words them.
import { capitalized } from './format.ts'
import { learnTime } from './server-clock.ts'

export const UNREACHABLE = 'Fieldnote can’t be reached. Check your connection and try again.'

export class ApiError extends Error {
  readonly status: number
  /** Violations of a refused body, by field: `{ 'name': 'must not be blank' }`. */
  readonly fields: Record<string, string>

  constructor(status: number, detail: unknown) {
    super(wording(status, detail))
    this.status = status
    this.fields = violations(detail)
  }
}

type Violation = { loc: (string | number)[]; msg: string }

const isList = (detail: unknown): detail is Violation[] => Array.isArray(detail)

function wording(status: number, detail: unknown): string {
  if (typeof detail === 'string') return capitalized(detail)
  if (isList(detail)) return detail.map(({ loc, msg }) => `${loc.slice(1).join(' › ')}: ${msg}`).join('; ')
  return status === 0
    ? UNREACHABLE
    : `Something went wrong on the server (status ${status}). Try again in a moment.`
}

function violations(detail: unknown): Record<string, string> {
  if (!isList(detail)) return {}
  return Object.fromEntries(detail.map(({ loc, msg }) => [loc.slice(1).join('.'), msg]))
}

/** Values that are left out of an address: a filter that is not set. */
export type Query = Record<string, string | number | boolean | null | undefined>

export function withQuery(path: string, query: Query = {}): string {
  const set = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Told when a call finds that nobody is signed in (anymore). */
let onSignedOut = () => {}
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}
export const tellSignedOut = (): void => onSignedOut()

export const UNAUTHORIZED = 401

async function call<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const file = body instanceof Blob
  const response = await fetch(path, {
    method,
    signal,
    headers: body === undefined ? {} : { 'Content-Type': file ? body.type : 'application/json' },
    body: body === undefined || file ? body : JSON.stringify(body),
  }).catch((error) => {
    if (signal?.aborted) throw error
    throw new ApiError(0, null)
  })
  learnTime(response.headers.get('date'))
  const text = await response.text()
  const answer =
    text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : null
  if (response.ok) return answer as T
  if (response.status === UNAUTHORIZED && !path.startsWith('/api/auth/')) onSignedOut()
  throw new ApiError(response.status, answer?.detail)
}

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    call<T>('GET', withQuery(path, query), undefined, signal),
  post: <T>(path: string, body: unknown = {}) => call<T>('POST', path, body),
  /** A file as it is, of its own type. */
  upload: <T>(path: string, file: Blob) => call<T>('POST', path, file),
  put: <T>(path: string, body: unknown) => call<T>('PUT', path, body),
  patch: <T>(path: string, body: unknown) => call<T>('PATCH', path, body),
  delete: <T>(path: string, body?: unknown) => call<T>('DELETE', path, body),
}

export type Page<T> = { items: T[]; next_cursor: string | null }

/** The address of something in a project: `projectPath(id, 'issues', issueId)`. */
export function projectPath(projectId: string, ...parts: string[]): string {
  return ['/api/projects', projectId, ...parts]
    .map((part, i) => (i === 0 ? part : encodeURIComponent(part)))
    .join('/')
}
