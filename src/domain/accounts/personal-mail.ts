// Whether an account gets email about mentions and issues assigned to it.
import { savePersonalMail, selectPersonalMail } from '../../db/accounts/accounts.ts'
import type { Deps } from '../deps.ts'

export const getPersonalMail = async ({ db }: Deps, accountId: string): Promise<{ on: boolean }> => ({
  on: await selectPersonalMail(db, accountId),
})

export async function updatePersonalMail(
  { db }: Deps,
  accountId: string,
  on: boolean,
): Promise<{ on: boolean }> {
  await savePersonalMail(db, accountId, on)
  return { on }
}
