// How much agents may send to a project, as its owners decide.
import { dayOf } from '../../../contract/date-time.ts'
import type { ProjectLimits, ProjectLimitsUpdate } from '../../../contract/projects/limits.ts'
import { selectTaken } from '../../../db/observations/observation-budgets.ts'
import { inTransaction } from '../../../db/pool.ts'
import { selectLimits, upsertLimits } from '../../../db/projects/project-limits.ts'
import { type Actor, audit } from '../../audit/audit.ts'
import type { Deps } from '../../deps.ts'

export async function getLimits(deps: Deps, projectId: string): Promise<ProjectLimits> {
  const [limits, observations_today] = await Promise.all([
    selectLimits(deps.db, projectId),
    selectTaken(deps.db, projectId, dayOf(deps.now())),
  ])
  return { ...limits, observations_today }
}

/** In force on every process within a second, like the revocation of a key. */
export async function updateLimits(
  deps: Deps,
  actor: Actor,
  projectId: string,
  wanted: ProjectLimitsUpdate,
): Promise<ProjectLimits> {
  const limits = {
    key_requests_per_minute: wanted.key_requests_per_minute ?? null,
    project_requests_per_minute: wanted.project_requests_per_minute ?? null,
    observations_per_day: wanted.observations_per_day ?? null,
  }
  await inTransaction(deps.db, async (tx) => {
    await upsertLimits(tx, projectId, limits, deps.now())
    await audit(tx, deps, projectId, {
      actor,
      action: 'limits.changed',
      subjectId: projectId,
      facts: limits,
    })
  })
  return getLimits(deps, projectId)
}
