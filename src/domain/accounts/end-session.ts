// Ends one session of one's own account: a browser that was lost or forgotten.
import { notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { deleteSession } from '../../db/accounts/accounts.ts'
import type { Deps } from '../deps.ts'

export async function endSession({ db }: Deps, accountId: string, id: string): Promise<void> {
  if (!isUuid(id) || !(await deleteSession(db, accountId, id))) throw notFound('session')
}
