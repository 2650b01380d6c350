// The context of the public operations on accounts. They need no identity: a link, or nothing, grants access.
import type { Deps } from '../domain/deps.ts'
import type { Mailer } from '../domain/integrations/mailer.ts'
import type { Operation } from '../http/operation.ts'
import type { Accounts } from './accounts.ts'
import type { Oauth } from './oauth/oauth.ts'

export type AccountContext = {
  deps: Deps
  accounts: Accounts
  oauth: Oauth
  /** The label of the single sign-on button; null without single sign-on. */
  oidcName: string | null
  /** Null if email is not set up. */
  mailer: Mailer | null
  baseUrl(): string
  warn(message: string): void
}

export type AccountOperation = Operation<AccountContext>

export const tag = 'Accounts'
