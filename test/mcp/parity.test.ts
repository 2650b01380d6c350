import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, startService, type TestService } from '../service.ts'
import { callTool, forgetAll, refusal } from './endpoint.ts'
import {
  BAD_ANSWERS,
  BAD_BATCHES,
  GOOD_ANSWERS,
  GOOD_BATCHES,
  STUDY_CHANGES,
  USER_IDS,
} from './parity.fixtures.ts'

/** What a caller learns, whichever way it asked: the response, or the detail of the refusal. */
type Outcome = { response: Loose } | { detail: Loose }

let service: TestService
beforeAll(async () => {
  service = await startService()
})
beforeEach(() => forgetAll(service))

const overRest = async (method: string, path: string, body?: object): Promise<Outcome> => {
  const answered = await service.call(method, path, body)
  return answered.status < 300 ? { response: answered.body } : { detail: answered.body.detail }
}

const overMcp = async (tool: string, args: object): Promise<Outcome> => {
  const result = await callTool(service, tool, args)
  return result.isError ? { detail: refusal(result) } : { response: result.structuredContent }
}

/** All that a table holds, apart from what must differ: ids, and the way in. */
const rowsOf = async (table: string) => {
  const { rows } = await service.db.query(`SELECT * FROM ${table} ORDER BY id`)
  return rows.map(({ id: _, source: __, study_id: ___, ...row }) => row)
}

/** The response without ids and source, which must differ. */
const comparable = (value: Loose): Loose => {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => name !== 'id' && name !== 'source')
  return Object.fromEntries(entries.map(([name, inner]) => [name, comparable(inner)]))
}

describe('REST and MCP treat observations alike', () => {
  const bothWays = async (input: object) => {
    const rest = await overRest('POST', '/observations/', input)
    const restRows = await rowsOf('observation')
    await forgetAll(service)
    const mcp = await overMcp('post_observations', input)
    return { rest, restRows, mcp, mcpRows: await rowsOf('observation') }
  }

  it.each(GOOD_BATCHES)('%s is stored', async (_, input) => {
    const { rest, restRows, mcp, mcpRows } = await bothWays(input)

    expect(rest).toHaveProperty('response.results')
    expect(comparable(mcp)).toEqual(comparable(rest))
    expect(mcpRows).toEqual(restRows)
    expect(mcpRows).toHaveLength(input.observations.length)
  })

  it.each(BAD_BATCHES)('%s is refused', async (_, input) => {
    const { rest, restRows, mcp, mcpRows } = await bothWays(input)

    expect(rest).toHaveProperty('detail.0.loc')
    expect(mcp).toEqual(rest)
    expect([...restRows, ...mcpRows]).toEqual([])
  })
})

describe('REST and MCP treat answers alike', () => {
  const ask = async () => {
    const study = await makeStudy(service)
    await callTool(service, 'get_active_studies', { user_id: 'user-42' })
    return study
  }
  const change = async ({ id }: Loose, changes: object[]) => {
    for (const body of changes)
      await service.admin('PATCH', `/projects/${service.projectId}/studies/${id}`, body)
  }
  const postRest = ({ id }: Loose, input: object) =>
    overRest('POST', `/research/studies/${id}/answers/`, input)
  const postMcp = (input: object) => overMcp('post_research_answer', { study_index: 0, ...input })

  const bothWays = async (input: object) => {
    const rest = await postRest(await ask(), input)
    const restRows = await rowsOf('answer')
    await forgetAll(service)
    await ask()
    const mcp = await postMcp(input)
    return { rest, restRows, mcp, mcpRows: await rowsOf('answer') }
  }

  it.each(GOOD_ANSWERS)('%s is stored', async (_, input) => {
    const { rest, restRows, mcp, mcpRows } = await bothWays(input)

    expect(rest).toHaveProperty('response.posted_at')
    expect(comparable(mcp)).toEqual(comparable(rest))
    expect(mcpRows).toEqual(restRows)
    expect(mcpRows).toHaveLength(1)
  })

  it.each(BAD_ANSWERS)('%s is refused', async (_, input) => {
    const { rest, restRows, mcp, mcpRows } = await bothWays(input)

    expect(rest).toHaveProperty('detail.0.loc')
    expect(mcp).toEqual(rest)
    expect([...restRows, ...mcpRows]).toEqual([])
  })

  it.each(STUDY_CHANGES)('a study that is %s', async (_, changes) => {
    const study = await ask()
    await change(study, changes)

    const rest = await postRest(study, answer())
    const mcp = await postMcp(answer())

    expect(mcp).toEqual(rest)
    expect(mcp).toEqual({ detail: expect.stringMatching(/^this (study|user) /) })
    expect(await service.count('answer')).toBe(0)
  })

  it('a second answer of one user, whichever way the first came', async () => {
    const study = await ask()
    await postMcp(answer())

    const rest = await postRest(study, answer())
    const mcp = await postMcp(answer())

    expect(rest).toEqual({ detail: 'this user has already answered this study' })
    expect(mcp).toEqual(rest)
    expect(await service.count('answer')).toBe(1)
  })
})

describe('REST and MCP list studies alike', () => {
  it.each(USER_IDS)('for %s', async (_, user_id) => {
    const study = await makeStudy(service)
    await makeStudy(service, { question: 'Half of the users?', sampling_rate: 0.5 })
    await makeStudy(service, { state: 'draft' })
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
    const query = user_id === undefined ? '' : `?user_id=${encodeURIComponent(user_id)}`

    const rest = await overRest('GET', `/research/studies/${query}`)
    const mcp = await overMcp('get_active_studies', { user_id })

    expect(mcp).toEqual(inBody(rest))
  })

  /** REST takes the user from the query, so its violations point there; all else is the same. */
  const inBody = (outcome: Outcome): Outcome => {
    if ('response' in outcome) return outcome
    const moved = outcome.detail.map(({ loc, ...rest }: Loose) => ({
      ...rest,
      loc: ['body', ...loc.slice(1)],
    }))
    return { detail: moved }
  }
})

describe('REST and MCP answer the same guidelines', () => {
  it.each([
    ['without a study', []],
    ['with a draft', [{ state: 'draft' }]],
    ['with an active study', [{}]],
    ['with an active study past its end', [{ ends_at: '2026-03-14T09:30:00Z' }]],
  ])('%s', async (_, studies) => {
    for (const study of studies) await makeStudy(service, study)

    const rest = await overRest('GET', '/service-guidelines/?user_id=user-42')
    const mcp = await overMcp('get_service_guidelines', { user_id: 'user-42' })

    expect(mcp).toEqual(rest)
    expect(mcp).toHaveProperty('response.observations')
  })
})
