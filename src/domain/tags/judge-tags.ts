// People's verdicts on tags of observations, and rematches of existing observations.

import { conflict, notFound } from '../../contract/refusal.ts'
import type { TagRematch, TagVerdict } from '../../contract/tags/tags.ts'
import { isUuid } from '../../contract/validate.ts'
import { bumpDigestVersion, lockDigestState } from '../../db/digest/digest-states.ts'
import { wakeWaitingForTag } from '../../db/integrations/events.ts'
import { selectObservation } from '../../db/observations/observations.ts'
import { inTransaction } from '../../db/pool.ts'
import {
  type RematchRow,
  saveVerdict,
  selectDigestedCount,
  selectRematch,
  startRematch,
} from '../../db/tags/tag-matches.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { getTag } from './manage-tags.ts'

/** In a project with at most this many observations, a verdict rematches the tag at once, which takes some seconds. */
const LEARNS_AT_ONCE = 5_000

type TaggedObservation = { observationId: string; tagId: string }

/** A verdict is final: the digest neither undoes a confirmation nor puts a removed tag back. */
export async function judgeTag(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { observationId, tagId }: TaggedObservation,
  { verdict }: TagVerdict,
): Promise<void> {
  const tag = await getTag(deps, projectId, tagId)
  await inTransaction(deps.db, async (tx) => {
    // The digest takes this lock first, too. In another order, the two could deadlock.
    await lockDigestState(tx, projectId)
    const observation = isUuid(observationId) && (await selectObservation(tx, projectId, observationId))
    if (!observation) throw notFound('observation')
    await saveVerdict(tx, projectId, observation.id, tag.id, verdict === 'confirmed')
    if (verdict === 'confirmed') await wakeWaitingForTag(tx, projectId, [observation.id], deps.now())
    await bumpDigestVersion(tx, projectId)
    if ((await selectDigestedCount(tx, projectId)) <= LEARNS_AT_ONCE)
      await startRematch(tx, projectId, tag.id, deps.now())
    const facts = { tag: tag.id, label: tag.label, verdict }
    await audit(tx, deps, projectId, { actor, action: 'tag.judged', subjectId: observation.id, facts })
  })
}

const show = ({ started_at, finished_at, total, done, matched }: RematchRow): TagRematch => ({
  started_at: started_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
  total,
  done,
  matched,
})

export async function rematchTag(
  deps: Deps,
  actor: Actor,
  projectId: string,
  tagId: string,
): Promise<TagRematch> {
  const tag = await getTag(deps, projectId, tagId)
  return inTransaction(deps.db, async (tx) => {
    const row = await startRematch(tx, projectId, tag.id, deps.now())
    await audit(tx, deps, projectId, {
      actor,
      action: 'tag.rematched',
      subjectId: tag.id,
      facts: { label: tag.label },
    })
    return show(row)
  })
}

export async function getTagRematch(deps: Deps, projectId: string, tagId: string): Promise<TagRematch> {
  const tag = await getTag(deps, projectId, tagId)
  const row = await selectRematch(deps.db, projectId, tag.id)
  if (!row) throw conflict('this tag has not been matched to existing observations; POST here to start')
  return show(row)
}
