// /api/projects
import { PageOf, PageQuery, Project, ProjectCreate, ProjectUpdate } from '../contract/admin.ts'
import { PROJECT } from '../contract/examples.ts'
import { checker } from '../contract/validate.ts'
import {
  createProject,
  findProject,
  listProjects,
  type ProjectFacts,
  renameProject,
} from '../domain/manage-projects.ts'
import type { AdminContext } from './auth.ts'
import { listQuery } from './list-query.ts'
import type { AdminOperation } from './operation.ts'

const createBody = checker(ProjectCreate, 'body')
const updateBody = checker(ProjectUpdate, 'body')
const pageQuery = listQuery(PageQuery)

const show = ({ mcpUrl }: AdminContext, { id, name, created_at }: ProjectFacts): Project => ({
  id,
  name,
  mcp_url: mcpUrl(id),
  created_at,
})

export const projectOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'owner',
    path: '/api/projects',
    operationId: 'create_project',
    summary: 'Create a project',
    tag: 'Admin: projects',
    body: { schema: ProjectCreate, example: { name: 'Ledger app' } },
    success: { status: 201, description: 'Created.', schema: Project, example: PROJECT },
    async handle(context, request) {
      const { name } = createBody.parse(request.body)
      return { body: show(context, await createProject(context.deps, name)) }
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
      description: 'Newest first.',
      schema: PageOf(Project),
      example: { items: [PROJECT], next_cursor: null },
    },
    async handle(context, request) {
      const { items, next_cursor } = await listProjects(context.deps, pageQuery(request))
      return { body: { items: items.map((item) => show(context, item)), next_cursor } }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}',
    operationId: 'get_project',
    summary: 'Read a project',
    tag: 'Admin: projects',
    success: { status: 200, description: 'The project.', schema: Project, example: PROJECT },
    async handle(context) {
      return { body: show(context, await findProject(context.deps, context.projectId)) }
    },
  },
  {
    method: 'PATCH',
    role: 'owner',
    path: '/api/projects/{project_id}',
    operationId: 'update_project',
    summary: 'Change a project',
    tag: 'Admin: projects',
    body: { schema: ProjectUpdate, example: { name: 'Ledger app (EU)' } },
    success: { status: 200, description: 'The project after the change.', schema: Project, example: PROJECT },
    async handle(context, request) {
      const { name } = updateBody.parse(request.body)
      const { deps, projectId } = context
      const project = name === undefined ? findProject(deps, projectId) : renameProject(deps, projectId, name)
      return { body: show(context, await project) }
    },
  },
]
