// /api/projects/{project_id}/observations

import { ObservationMove } from '../../contract/issues/issue-changes.ts'
import { LIMITS } from '../../contract/limits.ts'
import {
  ObservationDetail,
  ObservationItem,
  ObservationsQuery,
  ObservationsTotalQuery,
} from '../../contract/observations/observation-details.ts'
import { OBSERVATION } from '../../contract/observations/observation-examples.ts'
import { PageOf, PageQuery, TOTAL, Total } from '../../contract/pages.ts'
import { TagVerdict } from '../../contract/tags/tags.ts'
import { exactBody } from '../../contract/validate.ts'
import { inWords } from '../../contract/wording.ts'
import { moveObservation } from '../../domain/issues/split-issue.ts'
import { totalObservations } from '../../domain/observations/count-observations.ts'
import {
  getObservation,
  listObservations,
  listSimilarObservations,
} from '../../domain/observations/read-observations.ts'
import { judgeTag } from '../../domain/tags/judge-tags.ts'
import { pathParameter } from '../../http/operation.ts'
import { listQuery } from '../list-query.ts'
import type { AdminOperation } from '../operation.ts'

const query = listQuery(ObservationsQuery)
const pageQuery = listQuery(PageQuery)
const totalQuery = listQuery(ObservationsTotalQuery)
const moveBody = exactBody(ObservationMove)
const verdictBody = exactBody(TagVerdict)

const HIGHLIGHT = {
  title: [
    { text: 'CSV ', hit: false },
    { text: 'export', hit: true },
    { text: ' stops at 10,000 rows without saying so', hit: false },
  ],
  description: [{ text: OBSERVATION.description, hit: false }],
}

const LIST = '/api/projects/{project_id}/observations'
const ONE = `${LIST}/{observation_id}`
const noSuchObservation = { not_found: 'No such project, or no such observation in it.' }

export const observationOperations: AdminOperation[] = [
  {
    method: 'GET',
    role: 'viewer',
    path: LIST,
    operationId: 'list_observations',
    summary: 'List observations',
    description: 'Filters combine; unknown ones are refused.',
    tag: 'Admin: observations',
    query: ObservationsQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(ObservationItem),
      example: { items: [{ ...OBSERVATION, highlight: HIGHLIGHT }], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listObservations(deps, projectId, query(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: '/api/projects/{project_id}/totals/observations',
    operationId: 'total_observations',
    summary: 'Count observations',
    description: 'Takes the filters of the list.',
    tag: 'Admin: observations',
    query: ObservationsTotalQuery,
    success: {
      status: 200,
      description: `Counted up to ${inWords(LIMITS.listTotal)}.`,
      schema: Total,
      example: TOTAL,
    },
    async handle({ deps, projectId }, request) {
      return { body: await totalObservations(deps, projectId, totalQuery(request)) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: ONE,
    operationId: 'get_observation',
    summary: 'Read an observation',
    tag: 'Admin: observations',
    success: {
      status: 200,
      description: 'The observation.',
      schema: ObservationDetail,
      example: OBSERVATION,
    },
    refusals: noSuchObservation,
    async handle({ deps, projectId }, request) {
      return { body: await getObservation(deps, projectId, pathParameter(request, 'observation_id')) }
    },
  },
  {
    method: 'GET',
    role: 'viewer',
    path: `${ONE}/similar`,
    operationId: 'list_similar_observations',
    summary: 'List observations close in meaning',
    tag: 'Admin: observations',
    query: PageQuery,
    success: {
      status: 200,
      description: `Nearest first, ${inWords(LIMITS.similarObservations)} at most.`,
      schema: PageOf(ObservationDetail),
      example: { items: [OBSERVATION], next_cursor: null },
    },
    refusals: noSuchObservation,
    async handle({ deps, projectId }, request) {
      const id = pathParameter(request, 'observation_id')
      return { body: await listSimilarObservations(deps, projectId, id, pageQuery(request)) }
    },
  },
  {
    method: 'POST',
    role: 'editor',
    path: `${ONE}/move`,
    operationId: 'move_observation',
    summary: 'Move an observation to another issue',
    description: 'It stays where a person put it, whatever the digest concludes later.',
    tag: 'Admin: observations',
    body: { schema: ObservationMove, example: { issue_id: null } },
    success: {
      status: 200,
      description: 'The observation, with its new issue.',
      schema: ObservationDetail,
      example: OBSERVATION,
    },
    refusals: {
      not_found: 'No such project, observation or issue.',
      conflict: 'It has not been digested yet, or the issue was merged into another.',
    },
    async handle({ deps, projectId, actor }, request) {
      const id = pathParameter(request, 'observation_id')
      await moveObservation(deps, actor, projectId, id, moveBody.parse(request.body).issue_id)
      return { body: await getObservation(deps, projectId, id) }
    },
  },
  {
    method: 'PUT',
    role: 'editor',
    path: `${ONE}/tags/{tag_id}`,
    operationId: 'judge_tag',
    summary: 'Confirm or remove a tag on an observation',
    description: 'The digest never undoes it, and the tag learns from it.',
    tag: 'Admin: observations',
    body: { schema: TagVerdict, example: { verdict: 'removed' } },
    success: {
      status: 200,
      description: 'The observation, with its tags.',
      schema: ObservationDetail,
      example: OBSERVATION,
    },
    refusals: { not_found: 'No such project, observation or tag.' },
    async handle({ deps, projectId, actor }, request) {
      const observationId = pathParameter(request, 'observation_id')
      const tagId = pathParameter(request, 'tag_id')
      const verdict = verdictBody.parse(request.body)
      await judgeTag(deps, actor, projectId, { observationId, tagId }, verdict)
      return { body: await getObservation(deps, projectId, observationId) }
    },
  },
]
