// Issues as the digest leaves them, without the digest: for tests that are about what happens to them afterwards.
import { removeJobs } from '../src/db/digest/digest-jobs.ts'
import { bumpDigestVersion, lockDigestState } from '../src/db/digest/digest-states.ts'
import { countArrivals } from '../src/db/issues/issue-counters.ts'
import { placeObservations } from '../src/db/issues/issue-members.ts'
import { searchable } from '../src/db/issues/issue-searches.ts'
import { insertIssues, markMerged } from '../src/db/issues/issues.ts'
import { inTransaction } from '../src/db/pool.ts'
import { batch, type Loose, type TestService } from './service.ts'

export type MadeIssue = { id: string; observationId: string }

type Poster = Pick<TestService, 'call' | 'deps' | 'projectId'>

/** One observation of this title, in an issue of its own. */
export async function makeIssue(service: Poster, title: string, said: object = {}): Promise<MadeIssue> {
  const { deps, projectId } = service
  const body = batch({ observations: [{ title, description: `About: ${title}.` }], ...said })
  const [observation] = (await service.call('POST', '/observations/', body)).body.results as Loose[]
  const id = deps.newId()
  await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId)
    const version = await bumpDigestVersion(tx, projectId)
    await insertIssues(tx, projectId, [{ id, title, at: deps.now() }], version)
    const placement = { observationId: observation.id, issueId: id, score: 1, byModel: false }
    await placeObservations(tx, projectId, [placement], 'machine')
    const { user_id: userId, user_sentiment: sentiment, observed_at } = observation
    await countArrivals(tx, projectId, [
      { issueId: id, userId, sentiment, observedAt: new Date(observed_at) },
    ])
    await removeJobs(tx, projectId, 'digest_job', [observation.id])
  })
  return { id, observationId: observation.id }
}

/** As the digest folds one issue into another. */
export async function foldIssue(
  { deps, projectId }: Poster,
  from: MadeIssue,
  into: MadeIssue,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockDigestState(tx, projectId)
    await markMerged(tx, projectId, from.id, into.id, await bumpDigestVersion(tx, projectId), deps.now())
  })
}

/** As the digest finds other words for an issue. */
export async function rewordIssue({ deps, projectId }: Poster, issue: MadeIssue, title: string) {
  await deps.db.query(
    searchable(
      `worded AS (
         UPDATE issue SET title = $3 WHERE project_id = $1 AND id = $2 AND title_by <> 'person'
         RETURNING project_id, id, title, summary)`,
    ),
    [projectId, issue.id, title],
  )
}
