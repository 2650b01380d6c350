// /api/projects
import type { Role } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, PageQuery } from '../../contract/pages.ts'
import { PROJECT, PROJECT_DETAIL } from '../../contract/projects/project-examples.ts'
import {
  Project,
  ProjectCreate,
  ProjectDelete,
  ProjectDetail,
  ProjectUpdate,
} from '../../contract/projects/projects.ts'
import { AnyText } from '../../contract/schema.ts'
import { exactBody } from '../../contract/validate.ts'
import { deleteProject } from '../../domain/projects/delete-project.ts'
import { exportProject, requireExportConnection } from '../../domain/projects/export-project.ts'
import { importProject } from '../../domain/projects/import-project.ts'
import {
  createProject,
  getProject,
  listProjects,
  listProjectsOf,
  type ProjectFacts,
  updateProject,
} from '../../domain/projects/manage-projects.ts'
import { uploadOf } from '../../http/bodies/uploads.ts'
import { readSample } from '../../sample/open-sample.ts'
import type { AdminContext } from '../auth.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(ProjectCreate)
const updateBody = exactBody(ProjectUpdate)
const deleteBody = exactBody(ProjectDelete)
const pageQuery = listQuery(PageQuery)
const ARCHIVE_TYPE = 'application/gzip'

const show = (
  { mcpUrl, teamUrl, restUrl }: AdminContext,
  { created_at, ...project }: ProjectFacts,
  role: Role,
): Project => ({
  ...project,
  role,
  mcp_url: mcpUrl(project.id),
  team_url: teamUrl(project.id),
  rest_url: restUrl(project.id),
  created_at,
})

async function ownProjects({ deps, account }: AdminContext, query: PageQuery) {
  if (account) return listProjectsOf(deps, account.id, query)
  const { items, next_cursor } = await listProjects(deps, query)
  return { items: items.map((item) => ({ ...item, role: 'owner' as const })), next_cursor }
}

export const projectOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'owner',
    path: '/api/projects',
    operationId: 'create_project',
    summary: 'Create a project',
    description: 'For owners of any project, and for everyone with an account while there is no project.',
    tag: 'Admin: projects',
    body: { schema: ProjectCreate, example: { name: 'Ledger app' } },
    success: { status: 201, description: 'Created.', schema: Project, example: PROJECT },
    async handle(context, request) {
      const { name } = createBody.parse(request.body)
      const { deps, actor, account } = context
      const project = await createProject(deps, actor, name, account?.id ?? null)
      return { body: show(context, project, 'owner') }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects',
    operationId: 'list_projects',
    summary: 'List projects',
    tag: 'Admin: projects',
    query: PageQuery,
    success: {
      status: 200,
      description: 'The caller’s projects, newest first; for the admin token all projects.',
      schema: PageOf(Project),
      example: { items: [PROJECT], next_cursor: null },
    },
    async handle(context, request) {
      const { items, next_cursor } = await ownProjects(context, pageQuery(request))
      return { body: { items: items.map((item) => show(context, item, item.role)), next_cursor } }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}',
    operationId: 'get_project',
    summary: 'Read a project',
    tag: 'Admin: projects',
    success: { status: 200, description: 'The project.', schema: ProjectDetail, example: PROJECT_DETAIL },
    async handle(context) {
      const { deps, projectId } = context
      const project = show(context, await getProject(deps, projectId), context.role)
      return { body: { ...project, ...(await readSample(deps, projectId)) } }
    },
  },
  {
    method: 'PATCH',
    role: 'owner',
    path: '/api/projects/{project_id}',
    operationId: 'update_project',
    summary: 'Change a project',
    tag: 'Admin: projects',
    body: {
      schema: ProjectUpdate,
      example: { name: 'Ledger app (EU)', about: PROJECT.about, share_known_issues: true },
    },
    success: { status: 200, description: 'The project after the change.', schema: Project, example: PROJECT },
    refusals: { conflict: 'Its name is no longer the expected one.' },
    async handle(context, request) {
      const { deps, actor, projectId, role } = context
      const project = await updateProject(deps, actor, projectId, updateBody.parse(request.body))
      return { body: show(context, project, role) }
    },
  },
  {
    method: 'DELETE',
    role: 'owner',
    path: '/api/projects/{project_id}',
    operationId: 'delete_project',
    summary: 'Delete a project for good',
    description:
      'The project and its keys stop working at once, on every process. Its data is removed in the background.',
    tag: 'Admin: projects',
    body: { schema: ProjectDelete, example: { name: PROJECT.name } },
    success: { status: 204, description: 'Deleted.' },
    async handle({ deps, projectId, actor }, request) {
      await deleteProject(deps, actor, projectId, deleteBody.parse(request.body).name)
      return {}
    },
  },
  {
    method: 'GET',
    role: 'owner',
    path: '/api/projects/{project_id}/archive',
    operationId: 'export_project',
    summary: 'Export a whole project',
    description: `One archive for another instance, as everything is at this moment: observations with what the digest made of them,
issues, tags, studies, answers, guidelines, settings and the audit log. No accounts, members, keys, alerts or other secrets.`,
    tag: 'Admin: projects',
    success: { status: 200, description: 'As a file, streamed.', schema: AnyText(), mediaType: ARCHIVE_TYPE },
    refusals: {
      unavailable: 'Too many projects are being exported, or the database is unreachable; try again shortly.',
    },
    async handle({ deps, projectId }) {
      requireExportConnection(deps.exports)
      const headers = {
        'Content-Type': ARCHIVE_TYPE,
        'Content-Disposition': `attachment; filename="${projectId}.fieldnote.gz"`,
      }
      return { body: await exportProject(deps, deps.exports, projectId), headers }
    },
  },
  {
    method: 'POST',
    role: 'owner',
    path: '/api/projects/import',
    operationId: 'import_project',
    summary: 'Import a whole project',
    description: `From an archive of an instance of the same version; ids stay as they were. The caller becomes its owner. Nobody sees it
before it is whole and checked. Import only archives that you trust.`,
    tag: 'Admin: projects',
    upload: {
      description: 'What `export_project` answered.',
      mediaTypes: [ARCHIVE_TYPE],
      maxBytes: LIMITS.archiveBytes,
    },
    success: { status: 201, description: 'It is here.', schema: Project, example: PROJECT },
    refusals: {
      conflict: 'The project already exists on this instance, or the archive is of another version.',
    },
    async handle(context, request) {
      const { deps, actor, account, stillAllowed } = context
      const { bytes } = await uploadOf(request)
      const archive = { bytes, accountId: account?.id ?? null, stillAllowed }
      const project = await importProject(deps, actor, archive)
      return { body: show(context, project, 'owner') }
    },
  },
]
