// One-off commands on accounts: links for a new account or a new password, for when no owner can help.
import type { Config } from '../config.ts'
import {
  accountIdOf,
  deleteAccount,
  listAccounts,
  updateAccount,
} from '../domain/accounts/manage-accounts.ts'
import { offerReset } from '../domain/accounts/reset-password.ts'
import { renewSetUp } from '../domain/accounts/set-up.ts'
import { COMMAND_LINE } from '../domain/audit/audit.ts'
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
    print(await listAccounts(deps), ['id', 'name', 'email', 'created_at', 'projects', 'disabled_at'], output),
  )
}

export function accountUpdate(
  config: Config,
  email: string,
  change: { disabled: boolean },
  output: Output,
): Promise<void> {
  return withDatabase(config, async (deps) => {
    const updated = await updateAccount(deps, COMMAND_LINE, null, await accountIdOf(deps, email), change)
    const disabled_at = updated.disabled_at?.toISOString() ?? null
    print({ id: updated.id, email: updated.email, disabled_at }, ['id', 'email', 'disabled_at'], output)
  })
}

export function accountDelete(config: Config, email: string, output: Output): Promise<void> {
  return withDatabase(config, async (deps) => {
    const id = await accountIdOf(deps, email)
    await deleteAccount(deps, COMMAND_LINE, null, id)
    print({ id, email, deleted: true }, ['id', 'email', 'deleted'], output)
  })
}

export const setUpLink = (baseUrl: string, token: string): string => `${baseUrl}/setup#${token}`

function printLink(url: string, { json }: Output): void {
  process.stdout.write(json ? `${JSON.stringify({ url })}\n` : `${url}\n`)
}
