// The queue of possible duplicates: lists, judges, and takes back verdicts.
import type { DuplicatePair, PairVerdict, PairVerdictUndone } from '../../contract/issues/duplicates.ts'
import type { Issue, IssueDetail } from '../../contract/issues/issues.ts'
import type { Decider } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PageQuery, Total } from '../../contract/pages.ts'
import { conflict } from '../../contract/refusal.ts'
import { bringTogether, countQueue, selectQueue, suggestAgain } from '../../db/issues/issue-pairs.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { decodePlace, encodePlace, isCount, type Paged } from '../pages.ts'
import { type Change, underDigestLock } from './issue-decisions.ts'
import { keepApartWithin, mergeWithin, unmergeWithin } from './merge-issues.ts'
import { getIssue, readIssuesInOrder, requireIssue } from './read-issues.ts'
import { readTrustedChances } from './trusted-chances.ts'

const ORDER = 'duplicates'

/** The most likely pair first. In each pair, the issue that would remain comes first. */
export async function listDuplicates(
  deps: Deps,
  projectId: string,
  { limit = LIMITS.pageSize, cursor }: PageQuery,
): Promise<Paged<DuplicatePair>> {
  const skip = cursor === undefined ? 0 : Number(decodePlace(cursor, ORDER, ({ key }) => isCount(key)).key)
  const { from, trusted } = await readTrustedChances(deps.db, projectId)
  const rows = await selectQueue(deps.db, projectId, { from, skip, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const ids = [...new Set(shown.flatMap(({ left_id, right_id }) => [left_id, right_id]))]
  const issues = new Map((await readIssuesInOrder(deps, projectId, ids)).map((issue) => [issue.id, issue]))
  const items = shown.map(({ left_id, right_id, score }) => {
    const [one, other] = remainingFirst(issues.get(left_id) as Issue, issues.get(right_id) as Issue)
    return { one, other, chance: trusted(score) }
  })
  const more = rows.length > limit
  return { items, next_cursor: more ? encodePlace(ORDER, { key: String(skip + limit), id: '' }) : null }
}

export async function totalDuplicates({ db }: Deps, projectId: string): Promise<Total> {
  const { from } = await readTrustedChances(db, projectId)
  const counted = await countQueue(db, projectId, from, LIMITS.countedDuplicates + 1)
  return { count: Math.min(counted, LIMITS.countedDuplicates), at_least: counted > LIMITS.countedDuplicates }
}

type Weighed = Pick<Issue, 'number' | 'observation_count'>

/** The issue with more observations, or the older one. */
const remainingFirst = <I extends Weighed>(one: I, other: I): [I, I] =>
  other.observation_count > one.observation_count ||
  (other.observation_count === one.observation_count && other.number < one.number)
    ? [other, one]
    : [one, other]

/** Returns the issue that remains; of two different issues, the first. */
export async function judgeDuplicates(
  deps: Deps,
  actor: Actor,
  projectId: string,
  said: PairVerdict,
  by: Decider = 'person',
): Promise<IssueDetail> {
  const id = await underDigestLock(
    deps,
    projectId,
    (change) => judgeWithin(change, deps, actor, projectId, said),
    by,
  )
  return getIssue(deps, projectId, id)
}

/** Part of the caller's change. */
async function judgeWithin(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issue_ids, verdict }: PairVerdict,
): Promise<string> {
  const [left, right] = await Promise.all(issue_ids.map((id) => requireIssue(tx, projectId, id)))
  if (!left || !right) throw conflict('a verdict is about two issues')
  const [one, other] = remainingFirst(left, right)
  if (verdict === 'same') await mergeWithin({ tx, version, by }, deps, actor, projectId, other.id, one.id)
  else await keepApartWithin({ tx, version }, deps, actor, projectId, one.id, other.id)
  return one.id
}

/** Returns the pair to the queue as if nobody had judged it. Answers the first of the two issues. */
export async function undoDuplicateVerdict(
  deps: Deps,
  actor: Actor,
  projectId: string,
  { issue_ids: [first = '', second = ''] }: PairVerdictUndone,
): Promise<IssueDetail> {
  await underDigestLock(deps, projectId, async (change) => {
    const { tx } = change
    const [one, other] = [await requireIssue(tx, projectId, first), await requireIssue(tx, projectId, second)]
    const merged = [one, other].find(({ merged_into }) => merged_into === one.id || merged_into === other.id)
    if (merged) {
      const { into, chance } = await unmergeWithin(change, deps, actor, projectId, merged.id)
      if (chance !== null) await suggestAgain(tx, projectId, [merged.id, into], chance, deps.now())
    } else if (await bringTogether(tx, projectId, [one.id, other.id], deps.now())) {
      const facts = { from: other.id }
      await audit(tx, deps, projectId, { actor, action: 'issue.reconsidered', subjectId: one.id, facts })
    } else throw conflict('nobody judged these two')
  })
  return getIssue(deps, projectId, first)
}
