// All requests to the server: JSON in, JSON out, and errors with the server's messages.
import { capitalized } from './format.ts'
import type { AnswerOf, BodyOf, Known, Method, ProjectPath, SendableQuery } from './operations.ts'
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

export type AnyQuery = Record<string, unknown>

export function withQuery<Path extends string>(path: Path, query: AnyQuery = {}): Path | `${Path}?${string}` {
  const set = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Called when a request finds that nobody is signed in anymore. */
let onSignedOut = () => {}
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}
export const tellSignedOut = (): void => onSignedOut()

/** Called when a change is refused to the member's role. */
let onForbidden = () => {}
export function whenForbidden(listener: () => void): void {
  onForbidden = listener
}

export const UNAUTHORIZED = 401
const FORBIDDEN = 403

/** Used by `api` and the queries, which derive the type of the answer from the path. */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
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
  if (response.status === FORBIDDEN && method !== 'GET') onForbidden()
  throw new ApiError(response.status, answer?.detail)
}

type Body<M extends Method, Path extends string> = [BodyOf<M, Path>] extends [never]
  ? []
  : [body: BodyOf<M, Path>]

const change =
  <M extends Method>(method: M, nothing?: object) =>
  <const Path extends string>(path: Path & Known<M, Path>, ...[body]: Body<M, Path>) =>
    call<AnswerOf<M, Path>>(method, path, body ?? nothing)

export const api = {
  get: <const Path extends string>(
    path: Path & Known<'GET', Path>,
    query?: SendableQuery<Path>,
    signal?: AbortSignal,
  ) => call<AnswerOf<'GET', Path>>('GET', withQuery(path, query), undefined, signal),
  post: change('POST', {}),
  put: change('PUT'),
  patch: change('PATCH'),
  delete: change('DELETE'),
}

export type Page<Item> = { items: Item[]; next_cursor: string | null }

/** The path of something in a project: `projectPath(id, 'issues', issueId)`. */
export function projectPath<const Parts extends readonly string[]>(
  projectId: string,
  ...parts: Parts
): ProjectPath<Parts> {
  const encoded = [projectId, ...parts].map(encodeURIComponent)
  return `/api/projects/${encoded.join('/')}` as ProjectPath<Parts>
}
