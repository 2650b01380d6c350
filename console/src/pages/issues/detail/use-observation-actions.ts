// Moves observations to a new issue or another one.
import type { IssueDetail } from '../../../../../src/contract/issues/issues.ts'
import { api, projectPath } from '../../../api.ts'
import { runInBulk } from '../../../components/lists/run-in-bulk.tsx'
import { sayFailed, sayUndoable } from '../../../components/notices.tsx'
import { plural } from '../../../format.ts'
import { useProjectId } from '../../../session/project.ts'
import { useIssueActions } from '../use-issue-actions.ts'

type Named = { id: string; title: string }

export function useObservationActions(issue: IssueDetail) {
  const projectId = useProjectId()
  const { merge, refresh, at } = useIssueActions()

  const place = async (observations: readonly Named[], into: Named, doing: string) => {
    const done = await runInBulk({
      doing,
      items: observations,
      action: ({ id }) => api.post(projectPath(projectId, 'observations', id, 'move'), { issue_id: into.id }),
      nameOf: ({ title }) => title,
    })
    await refresh()
    return done
  }

  /** Moving all observations of an issue is a merge, in one call and with its own undo. */
  async function move(observations: readonly Named[], into: Named) {
    if (observations.length >= issue.observation_count) return merge([issue], into)
    const done = await place(observations, into, 'Moving observations')
    if (done.length > 0)
      sayUndoable(
        `Moved ${plural(done.length, 'observation')} to “${into.title}”.`,
        () => place(done, issue, 'Moving back'),
        { projectId, issueId: into.id },
      )
  }

  async function split(observations: readonly Named[], title: string | undefined) {
    const body = { observation_ids: observations.map(({ id }) => id), ...(title ? { title } : {}) }
    const made = await api.post(at(issue.id, 'split'), body).catch(sayFailed)
    await refresh()
    if (made)
      sayUndoable(
        `Split ${plural(observations.length, 'observation')} into “${made.title}”.`,
        () => place(observations, issue, 'Moving back'),
        { projectId, issueId: made.id },
      )
  }

  return { move, split }
}
