// Removes answers permanently, and leaves every count, theme and quote as if they had never existed.
import { lockDigestState } from '../../db/digest/digest-states.ts'
import type { Tx } from '../../db/pool.ts'
import { countFindings } from '../../db/research/answer-digests.ts'
import { deleteAnswers } from '../../db/research/answers.ts'
import { forgetInThemeMerges } from '../../db/research/theme-merges.ts'
import { deleteEmptyThemes, forgetInThemes } from '../../db/research/themes.ts'

/** Returns how many of the ids were answers of this project. Runs in the caller's transaction, under the digest lock. */
export async function removeAnswers(tx: Tx, projectId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await lockDigestState(tx, projectId)
  await forgetInThemes(tx, projectId, ids)
  await forgetInThemeMerges(tx, projectId, ids)
  await countFindings(tx, projectId, -1, ids)
  const removed = await deleteAnswers(tx, projectId, ids)
  await deleteEmptyThemes(tx, projectId)
  return removed
}
