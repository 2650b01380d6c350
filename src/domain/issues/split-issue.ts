// Splitting observations off an issue, and moving one to another issue.
import type { IssueSplit } from '../../contract/issues/issue-changes.ts'
import type { IssueDetail } from '../../contract/issues/issues.ts'
import { conflict, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { selectMembersAmong, selectMemberships } from '../../db/issues/issue-members.ts'
import { keepApart } from '../../db/issues/issue-pairs.ts'
import { selectObservation } from '../../db/observations/observations.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { refuseStrangers } from '../split.ts'
import {
  openIssue,
  placeForGood,
  recountBoth,
  reopenIfSeen,
  requireUnmerged,
  underDigestLock,
} from './issue-decisions.ts'
import { getIssue } from './read-issues.ts'

export async function splitIssue(
  deps: Deps,
  actor: Actor,
  projectId: string,
  id: string,
  { observation_ids, title }: IssueSplit,
): Promise<IssueDetail> {
  const newId = await underDigestLock(deps, projectId, async ({ tx, version }) => {
    const issue = await requireUnmerged(tx, projectId, id)
    const members = await selectMembersAmong(tx, projectId, issue.id, observation_ids)
    refuseStrangers(
      { field: 'observation_ids', part: 'observation', whole: 'issue', wanted: observation_ids },
      members,
    )
    if (members.length >= issue.observation_count)
      throw conflict('at least one observation must stay in the issue')
    const [first] = members as [string]
    const into = await openIssue(tx, deps, projectId, { observationId: first, title, version })
    await placeForGood({ tx }, projectId, members, into)
    await keepApart(tx, projectId, [issue.id, into], actor, deps.now())
    await recountBoth(tx, deps, projectId, [issue.id, into], version)
    const facts = { into, observations: members.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.split', subjectId: issue.id, facts })
    const origin = { from: issue.id, observations: members.length }
    await audit(tx, deps, projectId, { actor, action: 'issue.begun', subjectId: into, facts: origin })
    return into
  })
  return getIssue(deps, projectId, newId)
}

/** Moves the observation to another issue, or for null to a new issue of its own. */
export async function moveObservation(
  deps: Deps,
  actor: Actor,
  projectId: string,
  observationId: string,
  issueId: string | null,
): Promise<void> {
  await underDigestLock(deps, projectId, async ({ tx, version }) => {
    const observation = isUuid(observationId) && (await selectObservation(tx, projectId, observationId))
    if (!observation) throw notFound('observation')
    const was = (await selectMemberships(tx, projectId, [observation.id])).get(observation.id)
    if (!was) throw conflict('this observation has not been digested yet; try again shortly')
    const into = issueId
      ? (await requireUnmerged(tx, projectId, issueId)).id
      : await openIssue(tx, deps, projectId, { observationId: observation.id, version })
    await placeForGood({ tx }, projectId, [observation.id], into)
    // The observation was separated on purpose, so the others must not follow it when they are digested again.
    if (!issueId) await keepApart(tx, projectId, [was.issue_id, into], actor, deps.now())
    await recountBoth(tx, deps, projectId, [was.issue_id, into], version)
    await reopenIfSeen(tx, deps, projectId, into, [observation.id])
    const facts = { from: was.issue_id, into }
    await audit(tx, deps, projectId, { actor, action: 'observation.moved', subjectId: observation.id, facts })
  })
}
