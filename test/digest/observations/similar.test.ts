// Observations like one whose issue has grown far beyond it.
import { expect, it } from 'vitest'
import type { Engine } from '../../../src/digest/engine.ts'
import type { TestService } from '../../service.ts'
import { digestAll, get, inNewProjects, issueOf, post } from '../digesting.ts'
import { EXPORT, PASSWORD } from '../matters.ts'

let service: TestService
let engine: Engine
inNewProjects((made) => {
  ;({ service, engine } = made)
})

/** So many new observations of the issue, each with what the digest found in another. */
async function grow(issueId: string, count: number, found: string): Promise<string[]> {
  const ids = Array.from({ length: count }, () => service.deps.newId())
  await service.db.query(
    `WITH made AS (
       INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment, observed_at, created_at)
       SELECT o.project_id, made.id, o.user_id, o.interaction_id, o.source, o.title, o.description, o.user_sentiment, now(), now()
       FROM observation o, unnest($3::uuid[]) AS made (id) WHERE o.project_id = $1 AND o.id = $4
       RETURNING project_id, id),
     digests AS (
       INSERT INTO observation_digest SELECT (json_populate_record(d, json_build_object('observation_id', made.id))).*
       FROM made, observation_digest d WHERE d.project_id = $1 AND d.observation_id = $4)
     INSERT INTO issue_observation (project_id, observation_id, issue_id, placed_by)
     SELECT project_id, id, $2, 'machine' FROM made`,
    [service.projectId, issueId, ids, found],
  )
  return ids
}

it('finds the nearest of an old one among hundreds that came since', async () => {
  const [old = ''] = await post(service, EXPORT.slice(0, 1))
  const [other = ''] = await post(service, PASSWORD.slice(0, 1))
  await digestAll(service, engine)
  const { id } = await issueOf(service, old)
  await grow(id, 100, other)
  const twins = await grow(id, 2, old)
  await grow(id, 100, other)

  const { items } = await get(service, `/observations/${old}/similar`)

  expect(new Set(items.slice(0, 2).map((item) => item.id))).toEqual(new Set(twins))
  expect(items.map((item) => item.id)).not.toContain(old)
})
