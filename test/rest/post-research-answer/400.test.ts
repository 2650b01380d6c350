import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { answer, type Loose, makeStudy, startService, type TestService } from '../../service.ts'
import { BLANK_TEXTS, NOT_OBJECTS, NOT_STRINGS, UNREADABLE_BODIES, UNSTORABLE_TEXTS } from '../hard-cases.ts'

describe('POST answer, 400', () => {
  let service: TestService
  let study: Loose
  beforeAll(async () => {
    service = await startService()
    study = await makeStudy(service)
  })
  afterEach(async () => {
    expect(await service.count('answer')).toBe(0)
  })
  const post = (body: unknown) =>
    service.call('POST', `/research/studies/${study.id}/answers/`, body, {
      'Content-Type': 'application/json',
    })
  const violation = (field: string, type: string) => ({ loc: ['body', field], msg: expect.any(String), type })

  describe.each([
    ['user_id', 512],
    ['interaction_id', 512],
    ['answer', 32_768],
  ])('%s', (field, longest) => {
    it.each(BLANK_TEXTS)('must not be blank: %s', async (_, text) => {
      const { status, body } = await post(answer({ [field]: text }))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(field, 'blank')] })
    })

    it.each(UNSTORABLE_TEXTS)('must not hold %s', async (_, text) => {
      const { status, body } = await post(answer({ [field]: text }))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(field, 'text')] })
    })

    it.each(NOT_STRINGS)('is not made a string from %s', async (_, value) => {
      const { status, body } = await post(answer({ [field]: value }))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(field, 'type')] })
    })

    it('is required', async () => {
      const { status, body } = await post(answer({ [field]: undefined }))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(field, 'missing')] })
    })

    it.each(['a', '😀'])(`has at most ${longest} code points: one more %s is too many`, async (character) => {
      const { status, body } = await post(answer({ [field]: character.repeat(longest + 1) }))

      expect(status).toBe(400)
      expect(body).toEqual({ detail: [violation(field, 'too_long')] })
    })
  })

  it('lists every violation, not only the first', async () => {
    const { status, body } = await post({ user_id: ' ', answer: 5 })

    expect(status).toBe(400)
    expect(body.detail).toHaveLength(3)
    expect(body.detail).toEqual(
      expect.arrayContaining([
        violation('user_id', 'blank'),
        violation('interaction_id', 'missing'),
        violation('answer', 'type'),
      ]),
    )
  })

  it.each(UNREADABLE_BODIES)('refuses as a body: %s', async (_, raw) => {
    const { status, body } = await post(raw)

    expect(status).toBe(400)
    expect(body).toEqual({ detail: expect.stringMatching(/^the body is not valid JSON/) })
  })

  it.each(NOT_OBJECTS)('wants an object, not %s', async (_, raw) => {
    const { status, body } = await post(raw)

    expect(status).toBe(400)
    expect(body).toEqual({ detail: [{ loc: ['body'], msg: 'must be an object', type: 'type' }] })
  })
})
