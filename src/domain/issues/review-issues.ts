// Issues as the assistant of a member reviews them: what the digest is least sure of comes first, and what the assistant says
// stands like a person's word, but for the words of people, which it cannot change.
import type { Issue } from '../../contract/issues/issues.ts'
import type { IssueKind } from '../../contract/labels.ts'
import { conflict, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { selectMembersEnding } from '../../db/issues/issue-members.ts'
import { type MemberText, selectNewestMembers } from '../../db/issues/issue-notes.ts'
import { keepApart } from '../../db/issues/issue-pairs.ts'
import { holdIssues, markReviewed, pinSeen, selectToReview } from '../../db/issues/issues.ts'
import { type Actor, auditAll } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { decodePlace, encodePlace, type Paged } from '../pages.ts'
import { changeWords } from './change-issues.ts'
import {
  type Change,
  openIssue,
  placeForGood,
  recountBoth,
  reopenIfSeen,
  requireUnmerged,
  underDigestLock,
} from './issue-decisions.ts'
import { findIssue, readIssuesInOrder, requireIssue } from './read-issues.ts'

/** How likely one of its observations does not belong; null while it has one alone. */
export type IssueToReview = { issue: Issue; doubt: number | null; members: MemberText[] }

/** Of each issue, the newest that nobody has decided on. */
const NOTES_SHOWN = 40

const ORDER = 'doubt'
const isDoubt = (key: string): boolean => /^-?\d(\.\d{1,10})?(e-\d{1,2})?$/.test(key)

export async function listIssuesToReview(
  deps: Deps,
  projectId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Paged<IssueToReview>> {
  const isPlace = ({ key, id }: { key: string; id: string }) => isDoubt(key) && isUuid(id)
  const after = cursor === undefined ? null : decodePlace(cursor, ORDER, isPlace)
  const rows = await selectToReview(deps.db, projectId, after, limit + 1)
  const shown = rows.slice(0, limit)
  const ids = shown.map(({ id }) => id)
  const issues = await readIssuesInOrder(deps, projectId, ids)
  const texts = await selectNewestMembers(deps.db, projectId, ids, NOTES_SHOWN, 'unseen')
  const items = issues.map((issue) => ({
    issue,
    doubt: shown.find(({ id }) => id === issue.id)?.doubt ?? null,
    members: texts.filter(({ issue_id }) => issue_id === issue.id),
  }))
  const last = shown.at(-1)
  const more = rows.length > limit && last
  return { items, next_cursor: more ? encodePlace(ORDER, { key: last.sort_key, id: last.id }) : null }
}

export type IssueReview = {
  issue: string
  title?: string | undefined
  summary?: string | undefined
  kind?: IssueKind | undefined
  /** Observations that do not belong, by the ends of their ids; `to` is the number or id of an issue, or the title of a new one. */
  move?: { notes: string[]; to: string }[] | undefined
}

export type Reviewed = {
  /** By the title that was given. */
  opened: { title: string; id: string }[]
  refused: { issue: string; why: string }[]
}

/**
 * Each review by itself: one that is refused stops no other. Observations of several issues that go to a new one of the same title meet
 * in it.
 */
export async function reviewIssues(
  deps: Deps,
  actor: Actor,
  projectId: string,
  reviews: IssueReview[],
): Promise<Reviewed> {
  const opened = new Map<string, string>()
  const refused: Reviewed['refused'] = []
  for (const review of reviews) {
    const made = new Map(opened)
    try {
      const id = await findIssue(deps, projectId, review.issue)
      await underDigestLock(
        deps,
        projectId,
        (change) => reviewWithin(change, deps, actor, projectId, { ...review, id, made }),
        'assistant',
      )
      for (const [title, id] of made) opened.set(title, id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ issue: review.issue, why: error.message })
    }
  }
  return { opened: [...opened].map(([title, id]) => ({ title, id })), refused }
}

type Reviewing = IssueReview & { id: string; made: Map<string, string> }

async function reviewWithin(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { id, made, move = [], ...words }: Reviewing,
): Promise<void> {
  const change: Change = { tx, version, by }
  await requireUnmerged(tx, projectId, id)
  await pinSeen(tx, projectId, id, NOTES_SHOWN) // before any leave: what comes after these has not been shown
  for (const { notes, to } of move)
    await moveNotes(change, deps, actor, projectId, { from: id, notes, to, made })
  const issue = await requireIssue(tx, projectId, id)
  if (issue.merged_into !== null) return // all of it went elsewhere
  const { title, summary, kind } = words
  const wanted = {
    ...(title !== undefined && issue.title_by !== 'person' && { title }),
    ...(summary !== undefined && { summary }),
    ...(kind !== undefined && issue.kind_by !== 'person' && { kind }),
  }
  if (Object.keys(wanted).length > 0) await changeWords(change, deps, actor, projectId, { issue, wanted })
  await holdIssues(tx, projectId, [id], version)
  await markReviewed(tx, projectId, id)
}

type Moving = { from: string; notes: string[]; to: string; made: Map<string, string> }

async function moveNotes(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { from, notes, to, made }: Moving,
): Promise<void> {
  const endings = [...new Set(notes.map((note) => note.trim().toLowerCase()))]
  const members = await selectMembersEnding(tx, projectId, from, endings)
  const missing = endings.filter((ending) => members.filter((id) => id.endsWith(ending)).length !== 1)
  if (missing.length > 0)
    throw conflict(
      `no single observation of this issue is ${missing.join(', ')}; use the ids that the list gives`,
    )
  const [first] = members as [string]
  const known = await knownIssue(deps, projectId, to, made)
  const into =
    known ?? (await openIssue(tx, deps, projectId, { observationId: first, title: to, version, by }))
  if (!known) made.set(to, into)
  if ((await requireUnmerged(tx, projectId, into)).id === from) return
  await placeForGood({ tx, by }, projectId, members, into)
  await recountBoth(tx, deps, projectId, [from, into], version)
  if ((await requireIssue(tx, projectId, from)).merged_into === null)
    await keepApart(tx, projectId, [from, into], actor, deps.now())
  await reopenIfSeen(tx, deps, projectId, into, members)
  if (!known) await markReviewed(tx, projectId, into)
  const facts = { observations: members.length }
  await auditAll(tx, deps, projectId, [
    { actor, action: 'issue.split', subjectId: from, facts: { into, ...facts } },
    { actor, action: known ? 'issue.extended' : 'issue.begun', subjectId: into, facts: { from, ...facts } },
    ...members.map((id) => ({ actor, action: 'observation.moved', subjectId: id, facts: { from, into } })),
  ])
}

/** Whatever names no issue is the title of a new one, but for what looks like a number. */
async function knownIssue(
  deps: Deps,
  projectId: string,
  to: string,
  made: Map<string, string>,
): Promise<string | null> {
  const named = to.trim()
  const isNamed = /^#?\d+$/.test(named) || isUuid(named.toLowerCase())
  return isNamed ? findIssue(deps, projectId, named) : (made.get(to) ?? null)
}
