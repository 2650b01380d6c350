// What a person types, as a filter of issues: a number, words in any form or begun, and words that were mistyped.
import type { IssueFilter } from '../../db/issues/issue-lists.ts'
import { selectIssuesByNumber } from '../../db/issues/issue-numbers.ts'
import { isAnyIssueFound, selectWordings } from '../../db/issues/issue-searches.ts'
import type { Tx } from '../../db/pool.ts'
import { parseSearch } from '../../db/searches.ts'
import { respell } from '../respell.ts'

export async function searchedBy(
  tx: Tx,
  projectId: string,
  typed: string,
): Promise<Pick<IssueFilter, 'ids' | 'q'>> {
  const [, number] = /^\s*#(\d{1,9})\s*$/.exec(typed) ?? []
  if (number !== undefined) return { ids: await numbered(tx, projectId, Number(number)) }
  const q = await parseSearch(tx, typed)
  if (q === '' || (await isAnyIssueFound(tx, projectId, q))) return { q }
  const meant = await respell(typed, () => selectWordings(tx, projectId))
  return { q: meant === null ? q : await parseSearch(tx, meant) }
}

/** `#142` is the issue of that number, or the one that it was merged into. */
async function numbered(tx: Tx, projectId: string, number: number): Promise<string[]> {
  return (await selectIssuesByNumber(tx, projectId, [number])).map(({ issue_id }) => issue_id)
}
