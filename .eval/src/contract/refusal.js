// What the service says when it declines: the reason's kind, and a detail written for the caller.
// Each transport maps the kind once (HTTP status, MCP tool error); nothing else decides statuses.
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
};
export class Refusal extends Error {
    kind;
    detail;
    headers;
    constructor(kind, detail, headers = {}) {
        super(typeof detail === 'string' ? detail : `${detail.length} violation(s)`);
        this.name = 'Refusal';
        this.kind = kind;
        this.detail = detail;
        this.headers = headers;
    }
}
export const invalid = (violations) => new Refusal('invalid', violations);
/** Refuses when there is anything to refuse, with all of it. */
export function refuseInvalid(violations) {
    if (violations.length > 0)
        throw invalid(violations);
}
export const notFound = (what) => new Refusal('not_found', `${what} not found`);
export const conflict = (detail) => new Refusal('conflict', detail);
//# sourceMappingURL=refusal.js.map