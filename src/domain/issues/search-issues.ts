// What a person types, as the issues that are meant: a number, words in any form or begun, words that were mistyped, and, where few
// issues have the words, what is close in meaning.
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { selectIssuesByNumber } from '../../db/issues/issue-numbers.ts'
import { selectIssuesWithWords, selectWordings } from '../../db/issues/issue-searches.ts'
import type { Tx } from '../../db/pool.ts'
import { parseSearchApart } from '../../db/searches.ts'
import type { Deps } from '../deps.ts'
import { findNearest } from '../observations/find-similar.ts'
import { hasSigns, respell } from '../respell.ts'

/** Fewer with the words are joined by those close in meaning. */
const FEW = 4
/** Single words are near much: on sample data what was at 0.7 and less had little to do with them. */
const CLOSE = 0.75
const HAS_WORD = /\p{L}{2}/u

/** Their ids, the best first: title, then how much of the issue speaks of it, then meaning. */
export async function searchIssues(deps: Deps, projectId: string, typed: string): Promise<string[]> {
  const [, number] = /^\s*#(\d{1,9})\s*$/.exec(typed) ?? []
  if (number !== undefined) return numbered(deps.db, projectId, Number(number))
  const worded = await withWords(deps.db, projectId, typed)
  if (worded.length >= FEW || hasSigns(typed) || !HAS_WORD.test(typed)) return worded
  return [...new Set([...worded, ...(await closeInMeaning(deps, projectId, typed))])]
}

/** `#142` is the issue of that number, or the one that it was merged into. */
async function numbered(tx: Tx, projectId: string, number: number): Promise<string[]> {
  return (await selectIssuesByNumber(tx, projectId, [number])).map(({ issue_id }) => issue_id)
}

async function withWords(tx: Tx, projectId: string, typed: string): Promise<string[]> {
  const found = await selectIssuesWithWords(tx, projectId, await parseSearchApart(tx, typed))
  if (found.length > 0) return found
  const meant = await respell(typed, () => selectWordings(tx, projectId))
  return meant === null ? [] : selectIssuesWithWords(tx, projectId, await parseSearchApart(tx, meant))
}

/** None where no worker is free to answer while a list may wait. */
async function closeInMeaning(deps: Deps, projectId: string, typed: string): Promise<string[]> {
  try {
    const { issues } = await findNearest(deps, projectId, typed, LIMITS.issueMeaningMs)
    return issues.filter(({ likeness }) => likeness >= CLOSE).map(({ id }) => id)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unavailable') return []
    throw error
  }
}
