// OAuth from registration to revocation, as a client and a member's browser go through it.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signIn, startService, type TestService } from '../../service.ts'
import { callMcp, connect } from './flow.ts'

let service: TestService
let person: Person
beforeAll(async () => {
  service = await startService()
  person = await signIn(service, { role: 'editor' })
})

describe('a client that registers', () => {
  it('gets a token for one project and calls its tools', async () => {
    const got = await connect(service, person)

    expect(got).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'agent offline_access' })
    expect(got.access_token).toMatch(/^fno_/)
    expect(got.refresh_token).toMatch(/^fnr_/)
    expect(got.redirect.searchParams.get('state')).toBe('xyz')
    expect(got.redirect.searchParams.get('iss')).toBe(service.url)
    const { status, body } = await callMcp(service, got.access_token)
    expect(status).toBe(200)
    expect(body.result.tools).toHaveLength(4)
  })
})
