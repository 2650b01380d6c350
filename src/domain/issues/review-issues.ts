// Reviews of issues by a member's assistant. The issues that the digest is least sure of come first. An assistant's
// decisions count like a person's, but cannot change what a person decided.
import type { Issue } from '../../contract/issues/issues.ts'
import type { IssueKind } from '../../contract/labels.ts'
import { conflict, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { selectMembersEnding } from '../../db/issues/issue-members.ts'
import { type MemberText, selectNewestMembers } from '../../db/issues/issue-notes.ts'
import { keepApart } from '../../db/issues/issue-pairs.ts'
import { markDecided, markReviewed, pinSeen, selectToReview } from '../../db/issues/issues.ts'
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

/** The probability that one of its observations does not belong; null for an issue with a single observation. */
export type IssueToReview = { issue: Issue; doubt: number | null; members: MemberText[] }

/** The newest observations of each issue that nobody has decided on. */
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
  /**
   * Observations that do not belong, by the last characters of their ids; `to` is the number or id of an issue, or the
   * title of a new one.
   */
  move?: { notes: string[]; to: string }[] | undefined
}

export type Reviewed = {
  /** By the given title. */
  opened: { title: string; id: string }[]
  refused: { issue: string; why: string }[]
}

/**
 * Each review stands alone: one that is refused stops no other. Observations of several issues that are moved to a new
 * issue of the same title share that issue.
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
    const openedByTitle = new Map(opened)
    try {
      const id = await findIssue(deps, projectId, review.issue)
      await underDigestLock(
        deps,
        projectId,
        (change) => reviewWithin(change, deps, actor, projectId, { ...review, id, openedByTitle }),
        'assistant',
      )
      for (const [title, id] of openedByTitle) opened.set(title, id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push({ issue: review.issue, why: error.message })
    }
  }
  return { opened: [...opened].map(([title, id]) => ({ title, id })), refused }
}

type Reviewing = IssueReview & { id: string; openedByTitle: Map<string, string> }

async function reviewWithin(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { id, openedByTitle, move = [], ...words }: Reviewing,
): Promise<void> {
  const change: Change = { tx, version, by }
  await requireUnmerged(tx, projectId, id)
  await pinSeen(tx, projectId, id, NOTES_SHOWN) // before any leave: later ones have not been shown
  for (const { notes, to } of move)
    await moveNotes(change, deps, actor, projectId, { from: id, notes, to, openedByTitle })
  const issue = await requireIssue(tx, projectId, id)
  if (issue.merged_into !== null) return // all of it was moved elsewhere
  const { title, summary, kind } = words
  const wanted = {
    ...(title !== undefined && issue.title_by !== 'person' && { title }),
    ...(summary !== undefined && { summary }),
    ...(kind !== undefined && issue.kind_by !== 'person' && { kind }),
  }
  if (Object.keys(wanted).length > 0) await changeWords(change, deps, actor, projectId, { issue, wanted })
  await markDecided(tx, projectId, [id], version)
  await markReviewed(tx, projectId, id)
}

type Moving = { from: string; notes: string[]; to: string; openedByTitle: Map<string, string> }

async function moveNotes(
  { tx, version, by = 'person' }: Change,
  deps: Deps,
  actor: Actor,
  projectId: string,
  { from, notes, to, openedByTitle }: Moving,
): Promise<void> {
  const endings = [...new Set(notes.map((note) => note.trim().toLowerCase()))]
  const members = await selectMembersEnding(tx, projectId, from, endings)
  const missing = endings.filter((ending) => members.filter((id) => id.endsWith(ending)).length !== 1)
  if (missing.length > 0)
    throw conflict(
      `no single observation of this issue is ${missing.join(', ')}; use the ids that the list gives`,
    )
  const [first] = members as [string]
  const existing = await existingIssue(deps, projectId, to, openedByTitle)
  const into =
    existing ?? (await openIssue(tx, deps, projectId, { observationId: first, title: to, version, by }))
  if (!existing) openedByTitle.set(to, into)
  if ((await requireUnmerged(tx, projectId, into)).id === from) return
  await placeForGood({ tx, by }, projectId, members, into)
  await recountBoth(tx, deps, projectId, [from, into], version)
  if ((await requireIssue(tx, projectId, from)).merged_into === null)
    await keepApart(tx, projectId, [from, into], actor, deps.now())
  await reopenIfSeen(tx, deps, projectId, into, members)
  if (!existing) await markReviewed(tx, projectId, into)
  const facts = { observations: members.length }
  await auditAll(tx, deps, projectId, [
    { actor, action: 'issue.split', subjectId: from, facts: { into, ...facts } },
    {
      actor,
      action: existing ? 'issue.extended' : 'issue.begun',
      subjectId: into,
      facts: { from, ...facts },
    },
    ...members.map((id) => ({ actor, action: 'observation.moved', subjectId: id, facts: { from, into } })),
  ])
}

/** `to` is a title of a new issue unless it looks like a number or an id. */
async function existingIssue(
  deps: Deps,
  projectId: string,
  to: string,
  openedByTitle: Map<string, string>,
): Promise<string | null> {
  const named = to.trim()
  const isNamed = /^#?\d+$/.test(named) || isUuid(named.toLowerCase())
  return isNamed ? findIssue(deps, projectId, named) : (openedByTitle.get(to) ?? null)
}
