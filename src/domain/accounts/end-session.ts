// Ends one of one's own sessions, such as in a lost browser.
import { notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { deleteSession } from '../../db/accounts/accounts.ts'
import type { Deps } from '../deps.ts'

export async function endSession({ db }: Deps, accountId: string, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteSession(db, accountId, id))) throw notFound('session')
}
