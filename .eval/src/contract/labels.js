// The closed sets of words that the interface speaks.
export const SENTIMENTS = ['very negative', 'negative', 'neutral', 'positive', 'very positive'];
export const SOURCES = ['rest', 'mcp', 'import'];
export const STUDY_STATES = ['draft', 'active', 'paused', 'ended'];
/** draft → active ⇄ paused → ended; ended is final. */
export const STUDY_TRANSITIONS = {
    draft: ['active'],
    active: ['paused'],
    paused: ['active', 'ended'],
    ended: [],
};
export const ISSUE_STATUSES = ['open', 'acknowledged', 'planned', 'resolved', 'ignored'];
/** Set by a person, these say that the issue is known, in the words that it has then. */
export const KNOWN_STATUSES = ['acknowledged', 'planned', 'resolved'];
export const ISSUE_KINDS = ['problem', 'request', 'question', 'praise'];
/** From the least to the most severe. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'];
export const ISSUE_SORTS = ['last_seen', 'first_seen', 'observations', 'users', 'severity'];
/** Who worded the title of an issue. */
export const TITLE_MAKERS = ['machine', 'model', 'person'];
/** Who said of which kind an issue is, or how severe. */
export const JUDGED_BY = ['machine', 'person'];
export const DIGEST_STATES = ['pending', 'failed', 'done'];
/** Why a tag would be on an observation, or is kept off it. */
export const TAG_REASONS = ['keyword', 'meaning', 'excluded', 'person'];
export const TAG_VERDICTS = ['confirmed', 'removed'];
export const USER_SORTS = ['last_seen', 'observations'];
/** The pages of the console that views can be saved of. */
export const VIEW_PAGES = ['observations', 'issues'];
/** Who put a tag on an observation. */
export const PLACED_BY = ['machine', 'person'];
/** Who put an observation into an issue: the digest by itself, because its agent named the issue, or a person. */
export const ISSUE_PLACED_BY = ['machine', 'agent', 'person'];
/** Who a change of the audit log was made by; `people` also through tokens, commands and sample data. */
export const AUDIT_MAKERS = ['people', 'machine'];
/** What a member of a project may do; each may also do what those before it may. */
export const ROLES = ['viewer', 'editor', 'owner'];
//# sourceMappingURL=labels.js.map