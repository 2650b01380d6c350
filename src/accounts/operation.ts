// What the public operations on accounts are given. Nobody is asked who they are: a link, or nothing, lets them in.
import type { Deps } from '../domain/deps.ts'
import type { Mailer } from '../domain/integrations/mailer.ts'
import type { Operation } from '../http/operation.ts'
import type { Accounts } from './accounts.ts'
import type { Oauth } from './oauth/oauth.ts'

export type AccountContext = {
  deps: Deps
  accounts: Accounts
  oauth: Oauth
  /** What the button for signing in elsewhere says; null when there is no such way. */
  oidcName: string | null
  /** Null: no email is set up. */
  mailer: Mailer | null
  baseUrl(): string
  warn(message: string): void
}

export type AccountOperation = Operation<AccountContext>

export const tag = 'Accounts'
