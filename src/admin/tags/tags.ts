// /api/projects/{project_id}/tags

import { PageOf, PageQuery } from '../../contract/pages.ts'
import { REMATCH, TAG } from '../../contract/tags/tag-examples.ts'
import { TAG_TEST } from '../../contract/tags/tag-test-example.ts'
import { TagTest, TagTestCreate } from '../../contract/tags/tag-tests.ts'
import { TagCreate, TagDetail, TagRematch, TagUpdate } from '../../contract/tags/tags.ts'
import { exactBody } from '../../contract/validate.ts'
import { getTagRematch, rematchTag } from '../../domain/tags/judge-tags.ts'
import { createTag, deleteTag, getTag, listTags, updateTag } from '../../domain/tags/manage-tags.ts'
import { testTag } from '../../domain/tags/test-tag.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(TagCreate)
const updateBody = exactBody(TagUpdate)
const testBody = exactBody(TagTestCreate)
const pageQuery = listQuery(PageQuery)

const LIST = '/api/projects/{project_id}/tags'
const ONE = `${LIST}/{tag_id}`
const noSuchTag = { not_found: 'No such project, or no such tag in it.' }
const labelTaken = { conflict: 'The project already has a tag with this label.' }

export const tagOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'editor',
    path: LIST,
    operationId: 'create_tag',
    summary: 'Create a tag',
    tag: 'Admin: tags',
    body: { schema: TagCreate, example: { label: TAG.label, config: TAG.config } },
    success: { status: 201, description: 'Created.', schema: TagDetail, example: TAG },
    refusals: labelTaken,
    async handle({ deps, actor, projectId }, request) {
      return { body: await createTag(deps, actor, projectId, createBody.parse(request.body)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_tags',
    summary: 'List tags',
    tag: 'Admin: tags',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(TagDetail),
      example: { items: [TAG], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listTags(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: ONE,
    operationId: 'get_tag',
    summary: 'Read a tag',
    tag: 'Admin: tags',
    success: { status: 200, description: 'The tag.', schema: TagDetail, example: TAG },
    refusals: noSuchTag,
    async handle({ deps, projectId }, request) {
      return { body: await getTag(deps, projectId, pathParameter(request, 'tag_id')) }
    },
  },
  {
    method: 'PATCH',
    role: 'editor',
    path: ONE,
    operationId: 'update_tag',
    summary: 'Change a tag',
    description: 'Omitted fields stay as they are; `config` is replaced as a whole.',
    tag: 'Admin: tags',
    body: { schema: TagUpdate, example: { config: TAG.config } },
    success: { status: 200, description: 'The tag after the change.', schema: TagDetail, example: TAG },
    refusals: {
      ...noSuchTag,
      conflict:
        'The project already has a tag with this label, or this one no longer has the expected label.',
    },
    async handle({ deps, actor, projectId }, request) {
      const change = updateBody.parse(request.body)
      return { body: await updateTag(deps, actor, projectId, pathParameter(request, 'tag_id'), change) }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: ONE,
    operationId: 'delete_tag',
    summary: 'Delete a tag',
    description: 'Also removes it from every observation.',
    tag: 'Admin: tags',
    success: { status: 204, description: 'Deleted.' },
    refusals: noSuchTag,
    async handle({ deps, actor, projectId }, request) {
      await deleteTag(deps, actor, projectId, pathParameter(request, 'tag_id'))
      return {}
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/rematch`,
    operationId: 'rematch_tag',
    summary: 'Match a tag to existing observations',
    description: 'Runs in the background; read the progress here. Starting again starts over.',
    tag: 'Admin: tags',
    success: { status: 202, description: 'Started.', schema: TagRematch, example: REMATCH },
    refusals: noSuchTag,
    async handle({ deps, projectId, actor }, request) {
      return { body: await rematchTag(deps, actor, projectId, pathParameter(request, 'tag_id')) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/rematch`,
    operationId: 'get_tag_rematch',
    summary: 'Read the progress of the matching',
    tag: 'Admin: tags',
    success: { status: 200, description: 'The progress.', schema: TagRematch, example: REMATCH },
    refusals: { ...noSuchTag, conflict: 'It was never started for this tag.' },
    async handle({ deps, projectId }, request) {
      return { body: await getTagRematch(deps, projectId, pathParameter(request, 'tag_id')) }
    },
  },
  {
    method: 'POST',
    role: 'viewer',
    path: `${LIST}/test`,
    operationId: 'test_tag',
    summary: 'Test a tag before saving it',
    description:
      'Which of the newest observations would get it, and why. Nothing is stored; the digest answers, usually within a second.',
    tag: 'Admin: tags',
    body: { schema: TagTestCreate, example: { label: TAG.label, config: TAG.config, tag_id: TAG.id } },
    success: { status: 200, description: 'What was found.', schema: TagTest, example: TAG_TEST },
    refusals: { ...noSuchTag, unavailable: 'No digest worker answered in time.' },
    async handle({ deps, projectId }, request) {
      return { body: await testTag(deps, projectId, testBody.parse(request.body)) }
    },
  },
]
