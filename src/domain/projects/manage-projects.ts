// Projects, as administrators manage them.

import { templateFault } from '../../contract/integrations/ticket-templates.ts'
import type { Role } from '../../contract/labels.ts'
import type { PageQuery } from '../../contract/pages.ts'
import { faultOfTemplate } from '../../contract/projects/interaction-url.ts'
import { invalid, notFound } from '../../contract/refusal.ts'
import { isUuid } from '../../contract/validate.ts'
import { inTransaction } from '../../db/pool.ts'
import { insertMember, selectProjectsOf } from '../../db/projects/project-members.ts'
import {
  insertProject,
  lockProject,
  type ProjectChange,
  type ProjectRow,
  selectProject,
  selectProjects,
  updateProjectRow,
} from '../../db/projects/projects.ts'
import { requireAsRead } from '../as-read.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { rescheduleDigests } from '../integrations/manage-targets.ts'
import { type Paged, page } from '../pages.ts'

export type ProjectFacts = Omit<ProjectRow, 'created_at'> & { created_at: string }

const show = ({ created_at, ...row }: ProjectRow): ProjectFacts => ({
  ...row,
  created_at: created_at.toISOString(),
})

/** The account becomes the owner; null if a token or a command creates the project. */
export async function createProject(
  deps: Deps,
  actor: Actor,
  name: string,
  accountId: string | null,
): Promise<ProjectFacts> {
  const row = { id: deps.newId(), name, created_at: deps.now() }
  await inTransaction(deps.db, async (tx) => {
    await insertProject(tx, row)
    if (accountId) await insertMember(tx, row.id, accountId, 'owner', row.created_at)
    await audit(tx, deps, row.id, { actor, action: 'project.created', subjectId: row.id, facts: { name } })
  })
  return show({
    ...row,
    about: null,
    share_known_issues: false,
    interaction_url: null,
    time_zone: 'UTC',
    ticket_template: null,
    rest_days: null,
    sample_of: null,
  })
}

export async function getProject(deps: Deps, id: string): Promise<ProjectFacts> {
  const row = isUuid(id) ? await selectProject(deps.db, id) : undefined
  if (!row) throw notFound('project')
  return show(row)
}

export function listProjects(deps: Deps, query: PageQuery): Promise<Paged<ProjectFacts>> {
  return page(
    query,
    (at) => selectProjects(deps.db, at),
    (row) => row.id,
    show,
  )
}

/** The account's projects, with its role in each. */
export function listProjectsOf(
  deps: Deps,
  accountId: string,
  query: PageQuery,
): Promise<Paged<ProjectFacts & { role: Role }>> {
  return page(
    query,
    (at) => selectProjectsOf(deps.db, accountId, at),
    (row) => row.id,
    (row) => ({ ...show(row), role: row.role }),
  )
}

function requireTicketTemplate(template: string): void {
  const msg = templateFault(template)
  if (msg) throw invalid([{ loc: ['body', 'ticket_template'], msg, type: 'template' }])
}

/** The database and browsers accept the same names; they read an offset such as +05:30 with opposite signs. */
function requireTimeZone(name: string): void {
  try {
    if (/^[+-]/.test(name)) throw new RangeError(name)
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    const msg = 'must be a time zone such as Europe/Paris or UTC'
    throw invalid([{ loc: ['body', 'time_zone'], msg, type: 'time_zone' }])
  }
}

/** Omitted fields stay as they are. */
export function updateProject(
  deps: Deps,
  actor: Actor,
  id: string,
  { expected_name, ...change }: ProjectChange & { expected_name?: string | undefined },
): Promise<ProjectFacts> {
  if (change.interaction_url) requireInteractionUrl(change.interaction_url)
  return inTransaction(deps.db, async (tx) => {
    if (change.time_zone !== undefined) requireTimeZone(change.time_zone)
    if (change.ticket_template) requireTicketTemplate(change.ticket_template)
    await lockProject(tx, id)
    const was = await selectProject(tx, id)
    if (!was) throw notFound('project')
    requireAsRead(expected_name, was.name, 'this project was renamed')
    const row = await updateProjectRow(tx, id, change)
    if (!row) throw notFound('project')
    if (change.time_zone !== undefined) await rescheduleDigests(tx, deps, id)
    for (const entry of auditEntries(was, change))
      await audit(tx, deps, id, { actor, subjectId: id, ...entry })
    return show(row)
  })
}

function requireInteractionUrl(template: string): void {
  const msg = faultOfTemplate(template)
  if (msg !== null) throw invalid([{ loc: ['body', 'interaction_url'], msg, type: 'link_template' }])
}

type AuditedChange = { field: keyof ProjectChange; action: string; tellsBefore?: true }

/** The audit log's name for a change of each field, and whether it records the previous value. */
const AUDITED_CHANGES: AuditedChange[] = [
  { field: 'name', action: 'project.renamed', tellsBefore: true },
  { field: 'about', action: 'project.described' },
  { field: 'share_known_issues', action: 'project.sharing_changed' },
  { field: 'interaction_url', action: 'project.links_changed', tellsBefore: true },
  { field: 'ticket_template', action: 'project.tickets_changed' },
  { field: 'rest_days', action: 'project.rest_changed', tellsBefore: true },
  { field: 'time_zone', action: 'project.time_zone_changed' },
]

/** One entry per changed field. */
const auditEntries = (was: ProjectRow, change: ProjectChange) =>
  AUDITED_CHANGES.filter(({ field }) => change[field] !== undefined).map(
    ({ field, action, tellsBefore }) => ({
      action,
      facts: { [field]: change[field], ...(tellsBefore && { was: { [field]: was[field] } }) },
    }),
  )
