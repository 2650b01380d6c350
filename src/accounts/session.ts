// GET /api/session, which every page of the console calls first.

import { SESSION } from '../contract/accounts/account-examples.ts'
import { Session } from '../contract/accounts/accounts.ts'
import { LIMITS } from '../contract/limits.ts'
import { isSetUpNeeded } from '../domain/accounts/set-up.ts'
import { listProjectsOf } from '../domain/projects/manage-projects.ts'
import { type AccountOperation, tag } from './operation.ts'

export const sessionOperation: AccountOperation = {
  method: 'GET',
  path: '/api/session',
  operationId: 'get_session',
  summary: 'Who is signed in',
  description: 'By session cookie. The account is null if nobody is signed in.',
  tag,
  success: { status: 200, description: 'The session.', schema: Session, example: SESSION },
  async handle({ deps, accounts, oidcName, mailer }, request, reply) {
    const account = await accounts.sessionAccount(request, reply)
    const own = account && (await listProjectsOf(deps, account.id, { limit: LIMITS.pageSizeMax }))
    const projects = own?.items.map(({ id, name, role, sample_of }) => ({ id, name, role, sample_of })) ?? []
    const setup_needed = account === null && (await isSetUpNeeded(deps))
    const oidc = oidcName === null ? null : { name: oidcName }
    return { body: { account, projects, setup_needed, oidc, mail: mailer !== null } }
  },
}
