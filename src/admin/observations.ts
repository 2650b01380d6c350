// /api/projects/{project_id}/observations
import { ObservationsQuery, PageOf } from '../contract/admin.ts'
import { OBSERVATION } from '../contract/examples.ts'
import { Observation } from '../contract/observations.ts'
import { findObservation, listObservations } from '../domain/read-observations.ts'
import { type Operation, pathParameter } from '../http/operation.ts'
import type { AdminContext } from './auth.ts'
import { listQuery } from './list-query.ts'

const query = listQuery(ObservationsQuery)

export const observationOperations: Operation<AdminContext>[] = [
  {
    method: 'GET',
    path: '/api/projects/{project_id}/observations',
    operationId: 'list_observations',
    summary: 'List observations',
    description: 'Filters combine; an unknown one is refused.',
    tag: 'Admin: observations',
    query: ObservationsQuery,
    success: {
      status: 200,
      description: 'Newest first.',
      schema: PageOf(Observation),
      example: { items: [OBSERVATION], next_cursor: null },
    },
    async handle({ deps, projectId }, request) {
      return { body: await listObservations(deps, projectId, query(request)) }
    },
  },
  {
    method: 'GET',
    path: '/api/projects/{project_id}/observations/{observation_id}',
    operationId: 'get_observation',
    summary: 'Read an observation',
    tag: 'Admin: observations',
    success: { status: 200, description: 'The observation.', schema: Observation, example: OBSERVATION },
    refusals: { not_found: 'No such project, or no such observation in it.' },
    async handle({ deps, projectId }, request) {
      return { body: await findObservation(deps, projectId, pathParameter(request, 'observation_id')) }
    },
  },
]
