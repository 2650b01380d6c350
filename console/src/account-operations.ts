// Calls of the signed-in browser that are not part of the public API types.
import type {
  AccessToken,
  AccessTokenCreate,
  AccessTokenCreated,
  InviteAccept,
  InviteAccepted,
  InviteShown,
  PasswordReset,
  PersonalMail,
  Session,
  SetUp,
} from '../../src/contract/accounts/accounts.ts'
import type {
  ConsentAnswer,
  ConsentDecision,
  ConsentShown,
  Grant,
} from '../../src/contract/accounts/oauth.ts'

type Page<Item> = { items: Item[]; next_cursor: string | null }

export type AccountOperations = {
  'GET /api/session': { answer: Session }
  'POST /api/setup': { body: SetUp; answer: unknown }
  'POST /api/invites/read': { body: { token: string }; answer: InviteShown }
  'POST /api/invites/accept': { body: InviteAccept; answer: InviteAccepted }
  'POST /api/password-reset': { body: PasswordReset; answer: unknown }
  'POST /api/password-reset/request': { body: { email: string }; answer: unknown }
  'POST /api/oauth/request': { body: { query: string }; answer: ConsentShown }
  'POST /api/oauth/decision': { body: ConsentDecision; answer: ConsentAnswer }
  'GET /api/tokens': { query: { cursor?: string }; answer: Page<AccessToken> }
  'POST /api/tokens': { body: AccessTokenCreate; answer: AccessTokenCreated }
  'DELETE /api/tokens/{token_id}': { answer: undefined }
  'GET /api/grants': { query: { cursor?: string }; answer: Page<Grant> }
  'DELETE /api/grants/{grant_id}': { answer: undefined }
  'DELETE /api/sessions/{session_id}': { answer: undefined }
  'GET /api/personal-mail': { answer: PersonalMail }
  'PUT /api/personal-mail': { body: PersonalMail; answer: PersonalMail }
  // Served by better-auth:
  'POST /api/auth/sign-in/email': { body: { email: string; password: string }; answer: unknown }
  'POST /api/auth/sign-in/social': { body: { callbackURL: string }; answer: { url: string } }
  'POST /api/auth/sign-out': { answer: unknown }
  'POST /api/auth/change-password': {
    body: { currentPassword: string; newPassword: string; revokeOtherSessions?: boolean }
    answer: unknown
  }
  'POST /api/auth/revoke-sessions': { answer: unknown }
  'POST /api/auth/update-user': { body: { name: string }; answer: unknown }
  'GET /api/auth/list-sessions': { answer: SignedIn[] }
  'GET /api/auth/get-session': { answer: { session: SignedIn } | null }
}

/** A browser session of this account. */
export type SignedIn = {
  id: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: string
  updatedAt: string
}
