// Actions on one or many issues: each reports what it did, and can be undone.
import type { IssuesChange, IssueUpdate } from '../../../../src/contract/issues/issue-changes.ts'
import type { Issue } from '../../../../src/contract/issues/issues.ts'
import type { Assignee } from '../../../../src/contract/issues/ownership.ts'
import type { IssueStatus } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api, projectPath } from '../../api.ts'
import { runInBulk } from '../../components/lists/run-in-bulk.tsx'
import { sayDone, sayFailed, sayUndoable } from '../../components/notices.tsx'
import { plural } from '../../format.ts'
import { useRefresh, useShowAtOnce } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'

type Named = { id: string; title: string }

const STATUS_NOTICES: Record<IssueStatus, (issues: string) => string> = {
  open: (issues) => `Reopened ${issues}.`,
  acknowledged: (issues) => `Acknowledged ${issues}.`,
  planned: (issues) => `Marked ${issues} as planned.`,
  resolved: (issues) => `Resolved ${issues}.`,
  ignored: (issues) => `Ignored ${issues}.`,
}

const SHORT = 60
function named(issues: readonly Named[]): string {
  const [only] = issues
  if (issues.length !== 1 || !only) return plural(issues.length, 'issue')
  return `“${only.title.length > SHORT ? `${only.title.slice(0, SHORT)}…` : only.title}”`
}

type Judgment = Pick<IssueUpdate, 'kind' | 'severity'>

/** Undoes a judgment. Changing the kind to praise removes a person's severity, which this restores. */
function judgmentBefore({ kind, kind_by, severity, severity_by }: Issue, change: Judgment): Judgment {
  const rated = severity_by === 'person'
  if (change.kind === undefined) return { severity: rated ? severity : null }
  return { kind: kind_by === 'person' ? kind : null, ...(rated && { severity }) }
}

type StatusChange = Pick<IssuesChange, 'status' | 'status_note'>

/** Groups issues with the same former status and note. */
function byStatus(issues: readonly Issue[]): [StatusChange, Issue[]][] {
  const groups = new Map<string, [StatusChange, Issue[]]>()
  for (const issue of issues) {
    const { status, status_note } = issue
    const key = JSON.stringify([status, status_note])
    const [, alike] = groups.get(key) ?? [null, []]
    groups.set(key, [{ status, status_note }, [...alike, issue]])
  }
  return [...groups.values()]
}

export function useIssueActions() {
  const projectId = useProjectId()
  const at = <const Action extends string[]>(id: string, ...action: Action) =>
    projectPath(projectId, 'issues', id, ...action)
  const nameOf = ({ title }: Named) => title
  const refresh = useRefresh()
  const showAtOnce = useShowAtOnce()
  /** Shown before the server's answer. */
  const show = (issues: readonly Named[], change: Partial<Issue>) => {
    const ids = new Set(issues.map(({ id }) => id))
    return showAtOnce(
      'issues',
      withIssuesChanged((other) => (ids.has(other.id) ? change : null)),
    )
  }
  const patch = (issue: Named, change: IssueUpdate) => api.patch(at(issue.id), change)

  const changeStatus = (doing: string, issues: readonly Issue[], change: StatusChange) =>
    runInBulk({
      doing,
      items: issues,
      action: (issue) => patch(issue, change),
      together: {
        atOnce: LIMITS.issuesAtOnce,
        run: (some) =>
          api.post(projectPath(projectId, 'issues', 'bulk'), {
            issue_ids: some.map(({ id }) => id),
            ...change,
          } satisfies IssuesChange),
      },
      nameOf,
    })

  async function setStatus(issues: readonly Issue[], status: IssueStatus, note?: string | null) {
    const change = { status, ...(note === undefined ? {} : { status_note: note }) }
    await show(issues, change)
    const done = await changeStatus('Changing status', issues, change)
    await refresh()
    if (done.length === 0) return
    const onlyNoted = done.every(({ status: was }) => was === status)
    sayUndoable(onlyNoted ? 'Updated the note.' : STATUS_NOTICES[status](named(done)), async () => {
      for (const [before, alike] of byStatus(done)) await changeStatus('Undoing', alike, before)
      await refresh()
    })
  }

  async function merge(issues: readonly Named[], into: Named): Promise<boolean> {
    const others = issues.filter(({ id }) => id !== into.id)
    const done = await runInBulk({
      doing: 'Merging',
      items: others,
      action: ({ id }) => api.post(at(id, 'merge'), { into: into.id }),
      nameOf,
    })
    await refresh()
    const issue = { projectId, issueId: into.id }
    if (done.length > 0)
      sayUndoable(`Merged ${named(done)} into ${named([into])}.`, () => unmerge(done), issue)
    return done.length === others.length
  }

  async function unmerge(issues: readonly Named[]) {
    await runInBulk({
      doing: 'Undoing merge',
      items: issues,
      action: ({ id }) => api.post(at(id, 'unmerge')),
      nameOf,
    })
    await refresh()
  }

  /**
   * Null restores the automatic title. Refused with a message when somebody else renamed the issue since it was loaded.
   */
  async function rename(issue: Issue, title: string | null): Promise<boolean> {
    const refused = await patch(issue, { title, expected_title: issue.title }).then(
      () => null,
      (error: Error) => error,
    )
    await refresh()
    if (refused) {
      sayFailed(refused)
      return false
    }
    sayUndoable(title === null ? 'Restored the automatic title.' : 'Renamed the issue.', async () => {
      await patch(issue, { title: issue.title_by === 'person' ? issue.title : null })
      await refresh()
    })
    return true
  }

  /** Null for nobody. */
  async function assign(issues: readonly Issue[], assignee: Assignee | null) {
    await show(issues, { assignee })
    const done = await runInBulk({
      doing: 'Assigning',
      items: issues,
      action: (issue) => patch(issue, { assignee_id: assignee?.account_id ?? null }),
      nameOf,
    })
    await refresh()
    if (done.length === 0) return
    const said = assignee ? `Assigned ${named(done)} to ${assignee.name}.` : `Unassigned ${named(done)}.`
    sayUndoable(said, async () => {
      await runInBulk({
        doing: 'Undoing',
        items: done,
        action: (issue) => patch(issue, { assignee_id: issue.assignee?.account_id ?? null }),
        nameOf,
      })
      await refresh()
    })
  }

  /** Null restores what the digest finds. */
  async function judge(issue: Issue, change: Judgment) {
    const done = await runInBulk({
      doing: 'Changing',
      items: [issue],
      action: () => patch(issue, change),
      nameOf,
    })
    await refresh()
    if (done.length === 0) return
    const part = change.kind === undefined ? 'severity' : 'kind'
    const isAutomatic = change[part] === null
    sayUndoable(isAutomatic ? `Restored the automatic ${part}.` : `Changed the ${part}.`, async () => {
      await patch(issue, judgmentBefore(issue, change))
      await refresh()
    })
  }

  /** Replaces the assistant's summary. */
  async function restoreSummary(issue: Issue) {
    const refused = await patch(issue, { summary: null }).then(
      () => null,
      (error: Error) => error,
    )
    await refresh()
    if (refused) sayFailed(refused)
    else sayDone('The digest will write the summary shortly.')
  }

  return { setStatus, assign, merge, unmerge, rename, judge, restoreSummary, refresh, at }
}

type Change = (issue: Issue) => Partial<Issue> | null
type Listed = { items: Issue[] }

/** Changes issues in whatever shape an answer of the server keeps them: one, a list, or the pages of a list. */
function isIssue(data: unknown): data is Issue {
  return typeof data === 'object' && data !== null && 'id' in data && 'status' in data
}
function isListed(data: unknown): data is Listed {
  return typeof data === 'object' && data !== null && 'items' in data
}
function isPaged(data: unknown): data is { pages: Listed[] } {
  return typeof data === 'object' && data !== null && 'pages' in data
}

function withIssuesChanged(change: Change) {
  const one = (item: Issue): Issue => (isIssue(item) ? { ...item, ...change(item) } : item)
  const listed = (list: Listed): Listed => ({ ...list, items: list.items.map(one) })
  return (data: unknown): unknown => {
    if (isPaged(data)) return { ...data, pages: data.pages.map(listed) }
    if (isListed(data)) return listed(data)
    return isIssue(data) ? one(data) : data
  }
}
