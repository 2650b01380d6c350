// /api/projects/{project_id}/studies
import { LIMITS } from '../../contract/limits.ts'
import { PageOf, TOTAL, Total } from '../../contract/pages.ts'
import { refuseInvalid } from '../../contract/refusal.ts'
import {
  ANSWER,
  STUDY,
  STUDY_EXPLANATION,
  STUDY_PREVIEW,
  STUDY_SERIES,
} from '../../contract/research/research-examples.ts'
import {
  StudiesQuery,
  Study,
  StudyAnswer,
  StudyCreate,
  StudyUpdate,
} from '../../contract/research/studies.ts'
import {
  AnswersQuery,
  StudyAnswersQuery,
  StudyExplainQuery,
  StudyExplanation,
  StudyPreview,
  StudySeries,
  StudySeriesQuery,
} from '../../contract/research/study-insight.ts'
import { exactBody } from '../../contract/validate.ts'
import { inWords } from '../../contract/wording.ts'
import { explainStudy, previewStudy } from '../../domain/research/get-active-studies.ts'
import {
  createStudy,
  deleteStudy,
  getStudy,
  listStudies,
  updateStudy,
} from '../../domain/research/manage-studies.ts'
import { getAnswerSeries, listAnswers, totalAnswers } from '../../domain/research/read-answers.ts'
import { undecodableParameter } from '../../http/address.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const createBody = exactBody(StudyCreate)
const updateBody = exactBody(StudyUpdate)
const studiesQuery = listQuery(StudiesQuery)
const answersQuery = listQuery(StudyAnswersQuery)
const totalQuery = listQuery(AnswersQuery)
const explainQuery = listQuery(StudyExplainQuery)
const seriesQuery = listQuery(StudySeriesQuery)

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
    refusals: { conflict: 'A new study can only be a draft or active.' },
    async handle({ deps, actor, projectId }, request) {
      return { body: await createStudy(deps, actor, projectId, createBody.parse(request.body)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_studies',
    summary: 'List studies',
    tag: 'Admin: studies',
    query: StudiesQuery,
    success: {
      status: 200,
      description: 'Newest first, in every state by default.',
      schema: PageOf(Study),
      example: { items: [STUDY], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listStudies(deps, projectId, studiesQuery(request)) }
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
      return { body: await getStudy(deps, projectId, pathParameter(request, 'study_id')) }
    },
  },
  {
    method: 'PATCH',
    role: 'editor',
    path: ONE,
    operationId: 'update_study',
    summary: 'Change a study or its state',
    description:
      'Omitted fields stay as they are. States go draft → active ⇄ paused, and from both of these to ended.',
    tag: 'Admin: studies',
    body: { schema: StudyUpdate, example: { state: 'active' } },
    success: { status: 200, description: 'The study after the change.', schema: Study, example: STUDY },
    refusals: {
      ...noSuchStudy,
      conflict:
        'The state cannot change that way, the study has ended, or its question is no longer the expected one.',
    },
    async handle({ deps, actor, projectId }, request) {
      const change = updateBody.parse(request.body)
      return { body: await updateStudy(deps, actor, projectId, pathParameter(request, 'study_id'), change) }
    },
  },
  {
    method: 'DELETE',
    role: 'editor',
    path: ONE,
    operationId: 'delete_study',
    summary: 'Delete a draft',
    tag: 'Admin: studies',
    success: { status: 204, description: 'Deleted.' },
    refusals: { ...noSuchStudy, conflict: 'It is not a draft: end a study that was ever active instead.' },
    async handle({ deps, actor, projectId }, request) {
      await deleteStudy(deps, actor, projectId, pathParameter(request, 'study_id'))
      return {}
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/preview`,
    operationId: 'preview_study',
    summary: 'Read a study as an agent sees it',
    description: 'In any state, for a user who has not answered.',
    tag: 'Admin: studies',
    success: {
      status: 200,
      description: 'Its entry in the list that agents get.',
      schema: StudyPreview,
      example: STUDY_PREVIEW,
    },
    refusals: noSuchStudy,
    async handle({ deps, projectId }, request) {
      return { body: await previewStudy(deps, projectId, pathParameter(request, 'study_id')) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/explain`,
    operationId: 'explain_study',
    summary: 'Explain why a user is or is not asked',
    description: 'Every rule for this user now, and the first that excludes them.',
    tag: 'Admin: studies',
    query: StudyExplainQuery,
    success: {
      status: 200,
      description: 'The rules, in the order in which they are applied.',
      schema: StudyExplanation,
      example: STUDY_EXPLANATION,
    },
    refusals: noSuchStudy,
    async handle({ deps, projectId }, request) {
      refuseInvalid(undecodableParameter(request, 'user_id'))
      const { user_id } = explainQuery(request)
      return { body: await explainStudy(deps, projectId, pathParameter(request, 'study_id'), user_id) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/series`,
    operationId: 'get_answer_series',
    summary: "Count a study's answers per day",
    tag: 'Admin: studies',
    query: StudySeriesQuery,
    success: { status: 200, description: 'Day by day.', schema: StudySeries, example: STUDY_SERIES },
    refusals: noSuchStudy,
    async handle({ deps, projectId }, request) {
      const studyId = pathParameter(request, 'study_id')
      return { body: await getAnswerSeries(deps, projectId, studyId, seriesQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/answers`,
    operationId: 'list_answers',
    summary: "List a study's answers",
    tag: 'Admin: studies',
    query: StudyAnswersQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(StudyAnswer),
      example: { items: [ANSWER], next_cursor: null },
    },
    refusals: noSuchStudy,
    async handle({ deps, projectId }, request) {
      const studyId = pathParameter(request, 'study_id')
      return { body: await listAnswers(deps, projectId, studyId, answersQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/totals/answers',
    operationId: 'total_answers',
    summary: 'Count answers',
    description: 'Of one study or of all. Takes the filters of the list.',
    tag: 'Admin: studies',
    query: AnswersQuery,
    success: {
      status: 200,
      description: `Counted up to ${inWords(LIMITS.listTotal)}.`,
      schema: Total,
      example: TOTAL,
    },
    async handle({ deps, projectId }, request) {
      return { body: await totalAnswers(deps, projectId, totalQuery(request)) }
    },
  },
]
