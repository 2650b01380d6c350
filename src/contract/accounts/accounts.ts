// Accounts, members, invites and access tokens, as the console and scripts see them.

import { ROLES } from '../labels.ts'
import { LIMITS } from '../limits.ts'
import {
  AnyText,
  DateTime,
  Email,
  type Infer,
  ListOf,
  Nullable,
  ObjectOf,
  OneOf,
  Optional,
  type Schema,
  Text,
  Uuid,
  YesOrNo,
} from '../schema.ts'

const role = OneOf(ROLES, { description: 'Each may also do what those before it may.' })
const token = Text(LIMITS.linkTokenLength, { description: 'The part of the link after the #.' })
const email = Email({ examples: ['ada@example.com'] })
const personName = Text(LIMITS.nameLength, { examples: ['Ada Lovelace'] })
const password = AnyText({
  minLength: LIMITS.passwordLengthMin,
  maxLength: LIMITS.passwordLengthMax,
  description: 'Stored as a scrypt hash.',
})

export const Account = ObjectOf({ id: Uuid(), name: AnyText(), email: AnyText() })
export type Account = Infer<typeof Account>

export const ManagedAccount = ObjectOf({
  ...Account.fields,
  disabled_at: Nullable(DateTime({ description: 'Set on a disabled account.' })),
})

export const DisableAccount = ObjectOf({ disabled: YesOrNo() })

export const Session = ObjectOf({
  account: Nullable(Account) as Schema<Account | null>,
  projects: ListOf(
    ObjectOf({
      id: Uuid(),
      name: AnyText(),
      role,
      sample_of: Nullable(Uuid({ description: 'Set on a sample project: the project of its team.' })),
    }),
    {
      description: `Where the account is a member; the newest first, at most ${LIMITS.pageSizeMax}.`,
    },
  ),
  setup_needed: YesOrNo({ description: 'True until the first account is created with the set-up link.' }),
  oidc: Nullable(
    ObjectOf({ name: AnyText({ description: 'The label of the sign-in button.' }) }) as Schema<{
      name: string
    }>,
  ),
  mail: YesOrNo({ description: 'Whether this service can send email.' }),
})
export type Session = Infer<typeof Session>

export const PersonalMail = ObjectOf({
  on: YesOrNo({ description: 'Whether you get email when somebody mentions you or assigns you an issue.' }),
})
export type PersonalMail = Infer<typeof PersonalMail>

export const SetUp = ObjectOf({ token, name: personName, email, password })
export type SetUp = Infer<typeof SetUp>

export const PasswordReset = ObjectOf({
  token,
  password,
  keep_access: Optional(
    YesOrNo({
      description:
        'Whether personal access tokens and connected apps stay. By default they end, because whoever knew the old password may have made some.',
    }),
  ),
})
export type PasswordReset = Infer<typeof PasswordReset>

export const PasswordResetRequest = ObjectOf({ email })

export const Member = ObjectOf({
  account_id: Uuid(),
  name: AnyText(),
  email: AnyText(),
  role,
  joined_at: DateTime(),
  disabled: YesOrNo({ description: 'Nobody can sign in to a disabled account.' }),
})
export type Member = Infer<typeof Member>

export const MemberUpdate = ObjectOf({ role })

export const Invite = ObjectOf({
  id: Uuid(),
  role,
  email: Nullable(AnyText({ description: 'Only this person may accept; null: anybody with the link.' })),
  invited_by: AnyText(),
  created_at: DateTime(),
  expires_at: DateTime(),
})
export type Invite = Infer<typeof Invite>

export const InviteCreate = ObjectOf({ role, email: Optional(Nullable(email)) })
export type InviteCreate = Infer<typeof InviteCreate>

export const InviteCreated = ObjectOf({
  ...Invite.fields,
  url: AnyText({ description: 'The link to pass on, shown only once.' }),
  mailed: YesOrNo({ description: 'Whether the link was sent to the email address.' }),
})
export type InviteCreated = Infer<typeof InviteCreated>

export const InviteToken = ObjectOf({ token })

export const InviteShown = ObjectOf({
  project_name: AnyText(),
  role,
  email: Nullable(AnyText()),
  expires_at: DateTime(),
})
export type InviteShown = Infer<typeof InviteShown>

export const InviteAccept = ObjectOf(
  { token, name: Optional(personName), email: Optional(email), password: Optional(password) },
  {
    description: 'name, email and password create a new account; without them, the signed-in account joins.',
  },
)
export type InviteAccept = Infer<typeof InviteAccept>

export const InviteAccepted = ObjectOf({ account: Account, project_id: Uuid(), role })
export type InviteAccepted = Infer<typeof InviteAccepted>

export const AccountUpdate = ObjectOf({ name: personName })

export const AccessToken = ObjectOf({
  id: Uuid(),
  name: AnyText(),
  prefix: AnyText({ description: 'The first characters of the token, to tell tokens apart.' }),
  created_at: DateTime(),
  expires_at: Nullable(DateTime()),
  last_used_at: Nullable(DateTime({ description: 'Exact to within a minute.' })),
})
export type AccessToken = Infer<typeof AccessToken>

export const AccessTokenCreate = ObjectOf({
  name: Text(LIMITS.nameLength, { examples: ['Weekly report'] }),
  expires_at: Optional(Nullable(DateTime({ description: 'In the future. Left out or null: never.' }))),
})
export type AccessTokenCreate = Infer<typeof AccessTokenCreate>

export const AccessTokenCreated = ObjectOf({
  ...AccessToken.fields,
  token: AnyText({ description: 'The token itself, shown only once.' }),
})
export type AccessTokenCreated = Infer<typeof AccessTokenCreated>
