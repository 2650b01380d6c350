// What can be done to issues, one or many: each says what it did, and how to take it back.
import { useQueryClient } from '@tanstack/react-query'
import type { IssueUpdate } from '../../../../src/contract/issues/issue-changes.ts'
import type { Issue, IssueDetail } from '../../../../src/contract/issues/issues.ts'
import type { IssueStatus } from '../../../../src/contract/labels.ts'
import { api, projectPath } from '../../api.ts'
import { runInBulk } from '../../components/lists/run-in-bulk.tsx'
import { sayUndoable } from '../../components/notices.tsx'
import { plural } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'
import { withIssuesChanged } from './cached-issues.ts'

type Named = { id: string; title: string }

const SAID: Record<IssueStatus, string> = {
  open: 'Reopened',
  acknowledged: 'Acknowledged',
  planned: 'Planned',
  resolved: 'Resolved',
  ignored: 'Ignored',
}

const SHORT = 60
function named(issues: readonly Named[]): string {
  const [only] = issues
  if (issues.length !== 1 || !only) return plural(issues.length, 'issue')
  return `“${only.title.length > SHORT ? `${only.title.slice(0, SHORT)}…` : only.title}”`
}

export function useIssueActions() {
  const client = useQueryClient()
  const projectId = useProjectId()
  const at = (id: string, ...action: string[]) => projectPath(projectId, 'issues', id, ...action)
  const nameOf = ({ title }: Named) => title
  const refresh = () =>
    Promise.all(
      ['issues', 'audit', 'observations', 'overview'].map((part) =>
        client.invalidateQueries({ queryKey: ['project', projectId, part] }),
      ),
    )
  /** Shown at once; what the server says follows. */
  const show = (issue: Named, change: Partial<Issue>) =>
    client.setQueriesData(
      { queryKey: ['project', projectId, 'issues'] },
      withIssuesChanged((other) => (other.id === issue.id ? change : null)),
    )
  const patch = (issue: Named, change: IssueUpdate) => api.patch<IssueDetail>(at(issue.id), change)

  async function setStatus(issues: readonly Issue[], status: IssueStatus, note?: string | null) {
    const change = { status, ...(note === undefined ? {} : { status_note: note }) }
    const before = new Map(issues.map((issue) => [issue.id, issue]))
    for (const issue of issues) show(issue, change)
    const done = await runInBulk({
      doing: 'Changing status',
      items: issues,
      action: (issue) => patch(issue, change),
      nameOf,
    })
    await refresh()
    if (done.length === 0) return
    const noted = done.every(({ status: was }) => was === status)
    sayUndoable(noted ? 'Changed the note.' : `${SAID[status]} ${named(done)}.`, async () => {
      await runInBulk({
        doing: 'Taking it back',
        items: done,
        action: ({ id, title }) => {
          const was = before.get(id)
          return patch({ id, title }, { status: was?.status, status_note: was?.status_note })
        },
        nameOf,
      })
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
    if (done.length > 0) sayUndoable(`Merged ${named(done)} into ${named([into])}.`, () => unmerge(done))
    return done.length === others.length
  }

  async function unmerge(issues: readonly Named[]) {
    await runInBulk({
      doing: 'Taking merges back',
      items: issues,
      action: ({ id }) => api.post(at(id, 'unmerge')),
      nameOf,
    })
    await refresh()
  }

  /** With null, the title found automatically. */
  async function rename(issue: Issue, title: string | null) {
    if (title !== null) show(issue, { title })
    const done = await runInBulk({
      doing: 'Renaming',
      items: [issue],
      action: () => patch(issue, { title }),
      nameOf,
    })
    await refresh()
    if (done.length === 0) return
    sayUndoable(title === null ? 'Back to the automatic title.' : 'Renamed.', async () => {
      await patch(issue, { title: issue.title_by === 'person' ? issue.title : null })
      await refresh()
    })
  }

  return { setStatus, merge, unmerge, rename, refresh, at }
}
