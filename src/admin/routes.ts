// Every route of the admin API on one page.
import type { FastifyInstance } from 'fastify'
import { createWatches } from '../domain/projects/watch-project.ts'
import { registerOperations } from '../http/register.ts'
import { accessTokenOperations } from './accounts/access-tokens.ts'
import { accountOperations, personalMailOperations, sessionOperations } from './accounts/accounts.ts'
import { grantOperations } from './accounts/grants.ts'
import { auditOperations } from './audit/audit.ts'
import { type AdminOptions, adminGate } from './auth.ts'
import { digestOperations } from './digest/digest.ts'
import { exportOperations } from './export.ts'
import { guidelineOperations } from './guidelines/guidelines.ts'
import { noteSettingsOperations } from './guidelines/note-settings.ts'
import { importOperations } from './imports/imports.ts'
import { targetOperations } from './integrations/targets.ts'
import { webhookOperations } from './integrations/webhooks.ts'
import { duplicateOperations } from './issues/duplicates.ts'
import { issueInsightOperations } from './issues/issue-insight.ts'
import { issueOperations } from './issues/issues.ts'
import { ownershipOperations } from './issues/ownership.ts'
import { observationOperations } from './observations/observations.ts'
import type { AdminOperation } from './operation.ts'
import { privacyOperations } from './privacy/privacy.ts'
import { eventOperations } from './projects/events.ts'
import { inviteOperations } from './projects/invites.ts'
import { keyOperations } from './projects/keys.ts'
import { limitOperations } from './projects/limits.ts'
import { memberOperations } from './projects/members.ts'
import { overviewOperations } from './projects/overview.ts'
import { projectOperations } from './projects/projects.ts'
import { viewOperations } from './projects/views.ts'
import { studyOperations } from './research/studies.ts'
import { themeOperations } from './research/themes.ts'
import { sampleOperations } from './sample/samples.ts'
import { tagOperations } from './tags/tags.ts'
import { userOperations } from './users/users.ts'

/** Webhooks are the targets over HTTP, under an older name. */
const deprecate = (operation: AdminOperation): AdminOperation => ({ ...operation, deprecated: true })

export const ADMIN_OPERATIONS = [
  ...projectOperations, //     /api/projects, /api/projects/{project_id}, …/archive, /api/projects/import
  ...keyOperations, //         …/keys, …/keys/{key_id}, …/keys/{key_id}/rotate
  ...limitOperations, //       …/limits
  ...memberOperations, //      …/members, …/members/{account_id}
  ...inviteOperations, //      …/invites, …/invites/{invite_id}
  ...tagOperations, //         …/tags, …/tags/{tag_id}, …/tags/test
  ...studyOperations, //       …/studies, …/studies/{study_id}, …/answers, …/preview, …/explain, …/series, …/totals/answers
  ...themeOperations, //       …/studies/{study_id}/themes, …/themes/{theme_id}, …/merge, …/split
  ...guidelineOperations, //   …/guidelines, …/guidelines/versions
  ...noteSettingsOperations, // …/guidelines/notes, …/guidelines/notes/preview
  ...observationOperations, // …/observations, …/observations/{observation_id}, …/similar, …/move, …/tags/{tag_id}, …/totals/observations
  ...userOperations, //        …/users, …/users/{user_id}, …/answers, …/export.json, …/totals/users
  ...issueOperations, //       …/issues, …/issues/{issue_id}, …/merge, …/unmerge, …/split, …/keep-apart
  ...issueInsightOperations, // …/issues/bulk, …/issues/{issue_id}/users, …/series, …/merged
  ...duplicateOperations, //   …/duplicates, …/duplicates/verdicts, …/duplicates/verdicts/undo, …/totals/duplicates
  ...ownershipOperations, // …/issues/{issue_id}/comments, …/tickets
  ...eventOperations, //       …/events
  ...targetOperations, //      …/targets, …/targets/{target_id}, …/test, …/messages
  ...webhookOperations.map(deprecate), // …/webhooks, …/webhooks/{webhook_id}, …/deliveries, …/deliveries/{delivery_id}/replay
  ...viewOperations, //        …/views, …/views/{view_id}
  ...digestOperations, //      …/digest, …/digest/failures, …/digest/retry, …/digest/restart
  ...overviewOperations, //    …/overview
  ...privacyOperations, //     …/privacy, …/privacy/test
  ...importOperations, //      …/imports, …/imports/preview, …/imports/{import_id}, …/errors.csv
  ...auditOperations, //       …/audit
  ...sampleOperations, //      …/sample, …/test-observation, …/test-observations
  ...accountOperations, //     /api/accounts/{account_id}
  ...accessTokenOperations, // /api/tokens, /api/tokens/{token_id}
  ...grantOperations, //       /api/grants, /api/grants/{grant_id}
  ...personalMailOperations, // /api/personal-mail
  ...sessionOperations, //     /api/sessions/{session_id}
  ...exportOperations, //      …/export/{observations,issues,answers}.{csv,jsonl}
]

export function registerAdmin(app: FastifyInstance, options: AdminOptions): void {
  const gate = adminGate(options)
  const watches = createWatches(options.deps)
  app.addHook('preClose', () => watches.close()) // an open stream would delay stopping the service
  const withWatches = async (...call: Parameters<typeof gate>) => ({
    ...(await gate(...call)),
    watches,
    stillAllowed: async () => void (await gate(...call)),
  })
  registerOperations(app, withWatches, ADMIN_OPERATIONS.map(askingAgain))
}

/** The gate runs before the body is read, so a caller that sends slowly may have lost access by the time it has arrived. */
function askingAgain(operation: AdminOperation): AdminOperation {
  if (operation.method === 'GET') return operation
  return {
    ...operation,
    async handle(context, ...call) {
      await context.stillAllowed()
      return operation.handle(context, ...call)
    },
  }
}
