// The gate of the admin API: the admin token, then the project that the path names.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import type { Actor } from '../domain/audit.ts'
import type { Deps } from '../domain/deps.ts'
import { findProject } from '../domain/manage-projects.ts'
import { pathParameter } from '../http/operation.ts'
import type { Gate } from '../http/register.ts'

export type AdminContext = {
  deps: Deps
  /** Who is signed in; null for the admin token, which may do everything. */
  account: { id: string; email: string; name: string } | null
  /** The project in the path; empty where the path has none. */
  projectId: string
  /** Whose name the audit log gets. */
  actor: Actor
  mcpUrl(projectId: string): string
}

export type AdminOptions = { deps: Deps; adminToken: string | null; mcpUrl(projectId: string): string }

export function adminGate({ deps, adminToken, mcpUrl }: AdminOptions): Gate<AdminContext> {
  return async (request) => {
    requireToken(request, adminToken)
    const wanted = pathParameter(request, 'project_id')
    const projectId = wanted === '' ? '' : (await findProject(deps, wanted)).id
    return { deps, account: null, projectId, actor: 'admin token', mcpUrl }
  }
}

function requireToken({ headers }: FastifyRequest, adminToken: string | null): void {
  const [, sent = ''] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? []
  if (adminToken !== null && timingSafeEqual(sha256(sent), sha256(adminToken))) return
  throw new Refusal('unauthorized', 'missing or invalid admin token', { 'WWW-Authenticate': 'Bearer' })
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
