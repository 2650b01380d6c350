// The gate of the admin API: who is calling, the project in the path, and the caller's permissions there.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../contract/accounts/accounts.ts'
import type { Role } from '../contract/labels.ts'
import { Refusal } from '../contract/refusal.ts'
import { ADMIN_TOKEN_ACTOR, isAdminToken } from '../domain/accounts/admin-token.ts'
import { authenticateAccessToken } from '../domain/accounts/manage-access-tokens.ts'
import type { Actor } from '../domain/audit/audit.ts'
import type { AdminDeps, Deps } from '../domain/deps.ts'
import type { Mailer } from '../domain/integrations/mailer.ts'
import { getProject } from '../domain/projects/manage-projects.ts'
import { requireRole, roleAnywhere, roleIn } from '../domain/projects/roles.ts'
import { pathParameter } from '../http/operation.ts'
import { refuseOtherSites } from '../http/origins.ts'
import type { Gate } from '../http/register.ts'

export type AdminContext = {
  deps: AdminDeps
  /** The caller's account; null for the admin token, which may do everything. */
  account: Account | null
  /** The project in the path; empty if the path has none. */
  projectId: string
  /** The caller's role in that project. */
  role: Role
  /** The name in the audit log. */
  actor: Actor
  mcpUrl(projectId: string): string
  teamUrl(projectId: string): string
  restUrl(projectId: string): string
  baseUrl(): string
  /** Null if email is not set up. */
  mailer: Mailer | null
  /** Whether events may go to addresses of this machine and its network. */
  allowPrivateTargets: boolean
}

/** The caller's own account, for operations with `inPerson`, which the gate limits to people who are signed in. */
export function ownAccountId({ account }: Pick<AdminContext, 'account'>): string {
  if (!account) throw new Error('this operation needs inPerson: without it, nobody may be signed in')
  return account.id
}

/** What an operation requires of its caller. */
export type Demand = {
  /** Viewers read, editors change what the team works on, owners manage access. */
  role: Role
  /** Also allowed to the account in the path (`account_id`), whatever its role. */
  orSelf?: true
  /** Only for a person who is signed in; tokens are refused. */
  inPerson?: true
}

export type AdminOptions = {
  deps: AdminDeps
  adminToken: string | null
  mcpUrl(projectId: string): string
  teamUrl(projectId: string): string
  restUrl(projectId: string): string
  baseUrl(): string
  mailer: Mailer | null
  allowPrivateTargets: boolean
  /** The account of the session cookie. */
  sessionAccount(request: FastifyRequest, reply: FastifyReply): Promise<Account | null>
}

type Caller = { account: Account | null; actor: Actor; inPerson: boolean }

export function adminGate(options: AdminOptions): Gate<AdminContext, Demand> {
  const { deps, mcpUrl, teamUrl, restUrl, baseUrl, mailer, allowPrivateTargets } = options
  const same = { deps, mcpUrl, teamUrl, restUrl, baseUrl, mailer, allowPrivateTargets }
  return async (request, reply, demand) => {
    const { account, actor, inPerson } = await identify(request, reply, options)
    const projectId = pathParameter(request, 'project_id').toLowerCase()
    const role = await roleOf(deps, account, projectId)
    if (demand && !(demand.orSelf && isSelf(request, account))) requireRole(demand.role, role)
    if (demand?.inPerson && !inPerson) throw notInPerson()
    return { ...same, account, projectId, role, actor }
  }
}

async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, adminToken, baseUrl, sessionAccount }: AdminOptions,
): Promise<Caller> {
  // Another scheme may be a proxy's own and says nothing about the caller.
  const [, token] = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  if (token !== undefined) return byToken(deps, token, adminToken)
  const account = await sessionAccount(request, reply)
  if (!account) throw unauthorized()
  refuseOtherSites(request, baseUrl())
  return { account, actor: account.email, inPerson: true }
}

async function byToken(deps: Deps, sent: string, adminToken: string | null): Promise<Caller> {
  if (isAdminToken(sent, adminToken)) return { account: null, actor: ADMIN_TOKEN_ACTOR, inPerson: false }
  const identity = await authenticateAccessToken(deps, sent)
  if (!identity) throw unauthorized()
  const actor = `token ${identity.tokenName} of ${identity.account.email}`
  return { account: identity.account, actor, inPerson: false }
}

async function roleOf(deps: Deps, account: Account | null, projectId: string): Promise<Role> {
  if (account) return projectId === '' ? roleAnywhere(deps, account.id) : roleIn(deps, account.id, projectId)
  if (projectId !== '') await getProject(deps, projectId)
  return 'owner'
}

const isSelf = (request: FastifyRequest, account: Account | null): boolean =>
  account !== null && pathParameter(request, 'account_id').toLowerCase() === account.id

const unauthorized = (): Refusal =>
  new Refusal('unauthorized', 'sign in, or send a personal access token or the admin token as Bearer', {
    'WWW-Authenticate': 'Bearer',
  })

const notInPerson = (): Refusal =>
  new Refusal('forbidden', 'only a signed-in person may do this: tokens are not accepted here')
