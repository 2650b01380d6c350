// Every account, for the operator.
import { selectAccounts } from '../../db/accounts/accounts.ts'
import type { Deps } from '../deps.ts'

export type AccountFacts = {
  id: string
  name: string
  email: string
  created_at: string
  projects: number
  disabled_at: string | null
}

export async function listAccounts({ db }: Deps): Promise<AccountFacts[]> {
  const rows = await selectAccounts(db)
  return rows.map(({ created_at, disabled_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    disabled_at: disabled_at?.toISOString() ?? null,
  }))
}
