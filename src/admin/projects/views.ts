// /api/projects/{project_id}/views

import { PageOf } from '../../contract/pages.ts'
import { SAVED_VIEW } from '../../contract/projects/project-examples.ts'
import {
  SavedView,
  SavedViewCreate,
  SavedViewsQuery,
  SavedViewUpdate,
} from '../../contract/projects/views.ts'
import { exactBody } from '../../contract/validate.ts'
import { createView, deleteView, listViews, updateView } from '../../domain/projects/manage-views.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const viewsQuery = listQuery(SavedViewsQuery)
const createBody = exactBody(SavedViewCreate)
const updateBody = exactBody(SavedViewUpdate)

const LIST = '/api/projects/{project_id}/views'
const ONE = `${LIST}/{view_id}`
const tag = 'Admin: views'
const noSuchView = { not_found: 'No such project, or no such view in it.' }
const nameTaken = { conflict: 'The page already has a view with this name.' }
const { page, name, query } = SAVED_VIEW

export const viewOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_views',
    summary: 'List saved views',
    tag,
    query: SavedViewsQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(SavedView),
      example: { items: [SAVED_VIEW], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listViews(deps, projectId, viewsQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: LIST,
    operationId: 'create_view',
    summary: 'Save a view',
    tag,
    body: { schema: SavedViewCreate, example: { page, name, query } },
    success: { status: 201, description: 'Saved.', schema: SavedView, example: SAVED_VIEW },
    refusals: nameTaken,
    async handle({ deps, projectId, actor }, request) {
      return { body: await createView(deps, actor, projectId, createBody.parse(request.body)) }
    },
  },
  {
    method: 'PATCH',
    role: 'editor',
    path: ONE,
    operationId: 'update_view',
    summary: 'Rename a saved view or change its filters',
    tag,
    body: { schema: SavedViewUpdate, example: { query } },
    success: {
      status: 200,
      description: 'The view after the change.',
      schema: SavedView,
      example: SAVED_VIEW,
    },
    refusals: {
      ...noSuchView,
      conflict:
        'The page already has a view with this name, or this one no longer has the expected name or query.',
    },
    async handle({ deps, projectId, actor }, request) {
      const id = pathParameter(request, 'view_id')
      return { body: await updateView(deps, actor, projectId, id, updateBody.parse(request.body)) }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: ONE,
    operationId: 'delete_view',
    summary: 'Delete a saved view',
    tag,
    success: {
      status: 200,
      description: 'The deleted view, so that it can be restored.',
      schema: SavedView,
      example: SAVED_VIEW,
    },
    refusals: noSuchView,
    async handle({ deps, projectId, actor }, request) {
      return { body: await deleteView(deps, actor, projectId, pathParameter(request, 'view_id')) }
    },
  },
]
