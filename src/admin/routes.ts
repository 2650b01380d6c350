// Every route of the admin API on one page.
import type { FastifyInstance } from 'fastify'
import { registerOperations } from '../http/register.ts'
import { type AdminOptions, adminGate } from './auth.ts'
import { digestOperations } from './digest.ts'
import { exportOperations } from './export.ts'
import { guidelineOperations } from './guidelines.ts'
import { insightOperations } from './insight.ts'
import { issueOperations } from './issues.ts'
import { keyOperations } from './keys.ts'
import { observationOperations } from './observations.ts'
import { projectOperations } from './projects.ts'
import { studyOperations } from './studies.ts'
import { tagOperations } from './tags.ts'

export const ADMIN_OPERATIONS = [
  ...projectOperations, //     /api/projects, /api/projects/{project_id}
  ...keyOperations, //         …/keys, …/keys/{key_id}
  ...tagOperations, //         …/tags, …/tags/{tag_id}
  ...studyOperations, //       …/studies, …/studies/{study_id}, …/studies/{study_id}/answers
  ...guidelineOperations, //   …/guidelines, …/guidelines/versions
  ...observationOperations, // …/observations, …/observations/{observation_id}, …/similar, …/move, …/tags/{tag_id}
  ...issueOperations, //       …/issues, …/issues/{issue_id}, …/merge, …/unmerge, …/split, …/keep-apart
  ...digestOperations, //      …/digest, …/digest/failures, …/digest/retry, …/digest/restart
  ...insightOperations, //     …/overview, …/audit
  ...exportOperations, //      …/export/{observations,issues,answers}.{csv,jsonl}
]

export function registerAdmin(app: FastifyInstance, options: AdminOptions): void {
  registerOperations(app, adminGate(options), ADMIN_OPERATIONS)
}
