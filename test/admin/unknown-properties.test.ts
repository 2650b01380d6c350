// The admin API refuses, by name, what it does not know in a body; nothing is stored then. Every operation with a body.
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_OPERATIONS } from '../../src/admin/routes.ts'
import { ADMIN_TOKEN, send, startService, type TestService } from '../service.ts'

const NONE = '0190a5de-7b3c-7def-8aaa-000000000000'
/** For people's accounts alone, which the admin token is not. */
const PERSONAL = ['/api/tokens', '/api/personal-mail']
const written = ADMIN_OPERATIONS.flatMap(({ method, path, body }) =>
  body && !PERSONAL.includes(path) ? [{ method, path, example: body.example as object }] : [],
)

let service: TestService
beforeAll(async () => {
  service = await startService()
})

describe('a property that nobody knows', () => {
  it.each(written)('$method $path refuses and names it', async ({ method, path, example }) => {
    const address = path
      .replace('{project_id}', service.projectId)
      .replaceAll(/\{\w+\}/g, NONE)
      .replace(/^/, service.url)
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` }

    const { status, body } = await send(address, method, { ...example, surprise: 1 }, headers)

    expect([status, body.detail]).toEqual([
      400,
      [{ loc: ['body', 'surprise'], msg: 'is not a known property', type: 'unknown' }],
    ])
  })

  it('is named in its place', async () => {
    const { status, body } = await service.admin('POST', `/projects/${service.projectId}/webhooks`, {
      url: 'https://example.com/hook',
      events: ['issue.new'],
      conditions: { least_users: 3 },
    })

    expect([status, body.detail]).toEqual([
      400,
      [expect.objectContaining({ loc: ['body', 'conditions', 'least_users'] })],
    ])
  })

  it('may be part of a tag’s config, which is kept as it is', async () => {
    const tag = { label: 'export', config: { owner: 'billing' } }

    const { status, body } = await service.admin('POST', `/projects/${service.projectId}/tags`, tag)

    expect([status, body.config]).toEqual([201, { owner: 'billing' }])
  })
})
