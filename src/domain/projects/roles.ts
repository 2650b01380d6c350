// What an account may do in a project. To a non-member, a project does not exist.
import { ROLES, type Role } from '../../contract/labels.ts'
import { notFound, Refusal } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { ownsAnything, selectRole } from '../../db/projects/project-members.ts'
import type { Deps } from '../deps.ts'

export async function roleIn(deps: Deps, accountId: string, projectId: string): Promise<Role> {
  const role = isUuid(projectId) ? await selectRole(deps.db, projectId, accountId) : undefined
  if (!role) throw notFound('project')
  return role
}

/** Outside of any project: owners of a project may create another, and so may anyone while there is none. */
export const roleAnywhere = async (deps: Deps, accountId: string): Promise<Role> =>
  (await ownsAnything(deps.db, accountId)) ? 'owner' : 'viewer'

export function requireRole(needed: Role, role: Role): void {
  if (ROLES.indexOf(role) >= ROLES.indexOf(needed)) return
  throw new Refusal('forbidden', `this needs the role ${needed}; yours is ${role}`)
}
