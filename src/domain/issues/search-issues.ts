// Finds issues for what a person types: a number, words in any form or prefix, mistyped words, and, when few issues
// contain the words, issues that are close in meaning.
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { selectIssuesByNumber } from '../../db/issues/issue-numbers.ts'
import { selectIssuesWithWords, selectWordings } from '../../db/issues/issue-searches.ts'
import type { Tx } from '../../db/pool.ts'
import { parseSearchApart } from '../../db/searches.ts'
import type { Deps } from '../deps.ts'
import { findNearest } from '../observations/find-similar.ts'
import { hasSigns, respell } from '../respell.ts'

/** With fewer matches by words, issues close in meaning are added. */
const FEW = 4
/** Single words are close to many texts: on sample data, matches at 0.7 and below were mostly unrelated. */
const CLOSE = 0.75
const HAS_WORD = /\p{L}{2}/u

/** Ids of the best matches first: by title, then by the share of the issue that contains the words, then by meaning. */
export async function searchIssues(deps: Deps, projectId: string, typed: string): Promise<string[]> {
  const [, number] = /^\s*#(\d{1,9})\s*$/.exec(typed) ?? []
  if (number !== undefined) return withNumber(deps.db, projectId, Number(number))
  const byWords = await withWords(deps.db, projectId, typed)
  if (byWords.length >= FEW || hasSigns(typed) || !HAS_WORD.test(typed)) return byWords
  return [...new Set([...byWords, ...(await closeInMeaning(deps, projectId, typed))])]
}

/** `#142` is the issue of that number, or the one that it was merged into. */
async function withNumber(tx: Tx, projectId: string, number: number): Promise<string[]> {
  return (await selectIssuesByNumber(tx, projectId, [number])).map(({ issue_id }) => issue_id)
}

async function withWords(tx: Tx, projectId: string, typed: string): Promise<string[]> {
  const matches = await selectIssuesWithWords(tx, projectId, await parseSearchApart(tx, typed))
  if (matches.length > 0) return matches
  const respelled = await respell(typed, () => selectWordings(tx, projectId))
  return respelled === null ? [] : selectIssuesWithWords(tx, projectId, await parseSearchApart(tx, respelled))
}

/** Empty when no worker answers in the time that a list may take. */
async function closeInMeaning(deps: Deps, projectId: string, typed: string): Promise<string[]> {
  try {
    const { issues } = await findNearest(deps, projectId, typed, LIMITS.issueMeaningMs)
    return issues.filter(({ likeness }) => likeness >= CLOSE).map(({ id }) => id)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'unavailable') return []
    throw error
  }
}
