// /api/projects/{project_id}/studies
import { PageOf, PageQuery, Study, StudyAnswer, StudyCreate, StudyUpdate } from '../contract/admin.ts'
import { ANSWER, STUDY } from '../contract/examples.ts'
import { checker } from '../contract/validate.ts'
import { changeStudy, createStudy, findStudy, listAnswers, listStudies } from '../domain/manage-studies.ts'
import { pathParameter } from '../http/operation.ts'
import { listQuery } from './list-query.ts'
import type { AdminOperation } from './operation.ts'

const createBody = checker(StudyCreate, 'body')
const updateBody = checker(StudyUpdate, 'body')
const pageQuery = listQuery(PageQuery)

const LIST = '/api/projects/{project_id}/studies'
const ONE = `${LIST}/{study_id}`
const noSuchStudy = { not_found: 'No such project, or no such study in it.' }

export const studyOperations: AdminOperation[] = [
  {
    method: 'POST',
    role: 'editor',
    path: LIST,
    operationId: 'create_study',
    summary: 'Create a study',
    description: 'It starts as a draft unless `state` says active.',
    tag: 'Admin: studies',
    body: { schema: StudyCreate, example: { question: STUDY.question, max_answers: 50 } },
    success: { status: 201, description: 'Created.', schema: Study, example: STUDY },
    refusals: { conflict: 'A new study can be a draft or active, nothing else.' },
    async handle({ deps, projectId }, request) {
      return { body: await createStudy(deps, projectId, createBody.parse(request.body)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_studies',
    summary: 'List studies',
    tag: 'Admin: studies',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first, in every state.',
      schema: PageOf(Study),
      example: { items: [STUDY], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listStudies(deps, projectId, pageQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: ONE,
    operationId: 'get_study',
    summary: 'Read a study',
    tag: 'Admin: studies',
    success: { status: 200, description: 'The study.', schema: Study, example: STUDY },
    refusals: noSuchStudy,
    async handle({ deps, projectId }, request) {
      return { body: await findStudy(deps, projectId, pathParameter(request, 'study_id')) }
    },
  },
  {
    method: 'PATCH',
    role: 'editor',
    path: ONE,
    operationId: 'update_study',
    summary: 'Change a study or its state',
    description: 'What is left out stays as it is. States go draft → active ⇄ paused → ended.',
    tag: 'Admin: studies',
    body: { schema: StudyUpdate, example: { state: 'active' } },
    success: { status: 200, description: 'The study after the change.', schema: Study, example: STUDY },
    refusals: { ...noSuchStudy, conflict: 'The state cannot change that way, or the study has ended.' },
    async handle({ deps, projectId }, request) {
      const change = updateBody.parse(request.body)
      return { body: await changeStudy(deps, projectId, pathParameter(request, 'study_id'), change) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/answers`,
    operationId: 'list_answers',
    summary: "List a study's answers",
    tag: 'Admin: studies',
    query: PageQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(StudyAnswer),
      example: { items: [ANSWER], next_cursor: null },
    },
    refusals: noSuchStudy,
    async handle({ deps, projectId }, request) {
      const studyId = pathParameter(request, 'study_id')
      return { body: await listAnswers(deps, projectId, studyId, pageQuery(request)) }
    },
  },
]
