// Example of the digest's state, shown in the OpenAPI document.
import { EXAMPLE_TIME } from '../example-values.ts'

export const DIGEST = {
  pending: 3,
  pending_at_least: false,
  pending_observations: 2,
  failed: 0,
  lag_seconds: 0.4,
  oldest_seconds: 1,
  last_digested_at: EXAMPLE_TIME,
  digested_count: 12_400,
  grouping: { threshold: 0.83, step: 0.03, stricter_issues: 212, looser_issues: 164 },
  redigesting: null,
  models: { embeddings: null, llm: null },
}
