// One-off commands on accounts: links to an account or a new password, for when no owner can help.
import type { Config } from '../config.ts'
import { listAccounts } from '../domain/accounts/list-accounts.ts'
import { offerReset } from '../domain/accounts/reset-password.ts'
import { renewSetUp } from '../domain/accounts/set-up.ts'
import { addressOf } from './address.ts'
import { withDatabase } from './database.ts'
import { type Output, print } from './output.ts'

export function accountLink(config: Config, output: Output): Promise<void> {
  return withDatabase(config, async (deps) =>
    printLink(setUpLink(addressOf(config), await renewSetUp(deps)), output),
  )
}

export function accountReset(config: Config, email: string, output: Output): Promise<void> {
  return withDatabase(config, async (deps) =>
    printLink(`${addressOf(config)}/reset#${await offerReset(deps, email)}`, output),
  )
}

export function accountList(config: Config, output: Output): Promise<void> {
  return withDatabase(config, async (deps) =>
    print(await listAccounts(deps), ['id', 'name', 'email', 'created_at', 'projects'], output),
  )
}

export const setUpLink = (baseUrl: string, token: string): string => `${baseUrl}/setup#${token}`

function printLink(url: string, { json }: Output): void {
  process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `${url}\n`)
}
