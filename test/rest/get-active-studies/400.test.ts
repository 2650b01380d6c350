import { beforeAll, describe, expect, it } from 'vitest'
import { makeStudy, startService, type TestService } from '../../service.ts'

describe('GET active studies, 400', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
    await makeStudy(service)
  })

  it.each([
    ['no user', '', 'missing'],
    ['another parameter instead', '?user=u', 'missing'],
    ['the name in capitals', '?USER_ID=u', 'missing'],
    ['an empty user', '?user_id=', 'blank'],
    ['a user without a value', '?user_id', 'blank'],
    ['a blank user', '?user_id=%20%09', 'blank'],
    ['plus signs, which are spaces', '?user_id=++', 'blank'],
    ['two users', '?user_id=a&user_id=b', 'type'],
    ['513 characters', `?user_id=${'a'.repeat(513)}`, 'too_long'],
    ['513 emoji', `?user_id=${encodeURIComponent('😀'.repeat(513))}`, 'too_long'],
    ['NUL', '?user_id=a%00b', 'text'],
    ['a lone surrogate', '?user_id=a%ED%A0%80', 'text'],
    ['a byte that is not UTF-8', '?user_id=%FF', 'text'],
    ['broken percent-encoding', '?user_id=%zz', 'text'],
  ])('refuses %s', async (_, query, type) => {
    const { status, body } = await service.call('GET', `/research/studies/${query}`)

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [{ loc: ['query', 'user_id'], msg: expect.any(String), type }] })
  })
})
