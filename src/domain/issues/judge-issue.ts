// Kind and severity as people correct them. A correction stays until it is given back to the machine.
import type { IssueUpdate } from '../../contract/issues/issue-changes.ts'
import type { Decider } from '../../contract/labels.ts'
import { conflict } from '../../contract/refusal.ts'
import type { Judgment } from '../../db/issues/issue-descriptions.ts'
import type { IssueRow } from '../../db/issues/issue-lists.ts'

/** Undefined when the change says nothing about either. */
export function judge(
  issue: IssueRow,
  { kind, severity }: IssueUpdate,
  by: Decider = 'person',
): Judgment | undefined {
  if (kind === undefined && severity === undefined) return undefined
  // Until the digest has found a kind again, one that is severe is no praise.
  const present = kind === null && severity && issue.kind === 'praise' ? 'problem' : issue.kind
  const kindAfter = kind ?? present
  if (kindAfter === 'praise' && severity) throw conflict('praise has no severity')
  return {
    kind: kindAfter,
    kind_by: kind === undefined ? issue.kind_by : kind === null ? 'machine' : by,
    ...severityAfter(issue, kindAfter, severity),
  }
}

function severityAfter(
  issue: IssueRow,
  kind: Judgment['kind'],
  severity: IssueUpdate['severity'],
): Pick<Judgment, 'severity' | 'severity_by'> {
  if (kind === 'praise') return { severity: null, severity_by: 'machine' }
  if (severity) return { severity, severity_by: 'person' }
  // What was praise until now has none yet: the least, until the digest has rated it.
  const known = issue.severity ?? 'low'
  return { severity: known, severity_by: severity === null ? 'machine' : issue.severity_by }
}
