// Example of an entry of the audit log, shown in the OpenAPI document.
import { EXAMPLE_TIME, exampleId } from '../example-values.ts'

export const AUDIT_ENTRY = {
  id: exampleId(9),
  at: EXAMPLE_TIME,
  actor: 'admin token',
  action: 'issue.merged',
  subject_id: exampleId(8),
  subject_title: 'Export stops early',
  issues: [],
  facts: { into: exampleId(7), observations: 12 },
}
