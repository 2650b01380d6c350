// Refusals: a kind, and details for the caller. Each transport maps kinds in one place (HTTP status, MCP tool error),
// and nothing else decides statuses.

export type Violation = { loc: (string | number)[]; msg: string; type: string }

export const REFUSAL_STATUS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
} as const

export type RefusalKind = keyof typeof REFUSAL_STATUS

export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly detail: string | Violation[]
  readonly headers: Record<string, string>

  constructor(kind: RefusalKind, detail: string | Violation[], headers: Record<string, string> = {}) {
    super(typeof detail === 'string' ? detail : `${detail.length} violation(s)`)
    this.name = 'Refusal'
    this.kind = kind
    this.detail = detail
    this.headers = headers
  }
}

export const invalid = (violations: Violation[]): Refusal => new Refusal('invalid', violations)
/** Throws a refusal with all violations, if there are any. */
export function refuseInvalid(violations: Violation[]): void {
  if (violations.length > 0) throw invalid(violations)
}

export const notFound = (what: string): Refusal => new Refusal('not_found', `${what} not found`)
export const conflict = (detail: string): Refusal => new Refusal('conflict', detail)
