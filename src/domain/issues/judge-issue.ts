// Corrections of kind and severity by people. A correction stays until a person clears it.
import type { IssueUpdate } from '../../contract/issues/issue-changes.ts'
import type { Decider } from '../../contract/labels.ts'
import { conflict } from '../../contract/refusal.ts'
import type { Judgment } from '../../db/issues/issue-descriptions.ts'
import type { IssueRow } from '../../db/issues/issue-lists.ts'

/** Undefined when the change contains neither. */
export function judge(
  issue: IssueRow,
  { kind, severity }: IssueUpdate,
  by: Decider = 'person',
): Judgment | undefined {
  if (kind === undefined && severity === undefined) return undefined
  // An issue with a severity is not praise, so it counts as a problem until the digest finds its kind.
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
  // Former praise has no severity yet: it gets the lowest until the digest rates it.
  const current = issue.severity ?? 'low'
  return { severity: current, severity_by: severity === null ? 'machine' : issue.severity_by }
}
