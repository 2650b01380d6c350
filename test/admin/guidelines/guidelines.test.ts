import { beforeEach, describe, expect, it } from 'vitest'
import { type Loose, makeStudy, startService, type TestService } from '../../service.ts'

describe('admin: guidelines', () => {
  let service: TestService
  let guidelines: string
  beforeEach(async () => {
    service ??= await startService()
    const { body } = await service.admin('POST', '/projects', { name: 'Fresh' })
    guidelines = `/projects/${body.id}/guidelines` as const
  })

  const put = (change: unknown) => service.admin('PUT', guidelines, change)
  const versions = async (): Promise<Loose[]> =>
    (await service.admin('GET', `${guidelines}/versions`)).body.items

  it('shows the defaults and no text of its own before the first change', async () => {
    const { status, body } = await service.admin('GET', guidelines)

    expect(status).toBe(200)
    expect(body).toEqual({
      version: 0,
      observations: null,
      research: null,
      updated_at: null,
      updated_by: null,
      defaults: { observations: expect.stringMatching(/\S/), research: expect.stringMatching(/\S/) },
      fetches: [],
      known_issues: { shared: false, version: null, items: [], text: null, fetches: [] },
    })
    expect(await versions()).toEqual([])
  })

  it('puts a text in force exactly as it was sent', async () => {
    const text = '  # Ours\n\n– “quoted” 😀\n'

    const { status, body } = await put({ observations: text })

    expect(status).toBe(200)
    expect(body).toMatchObject({ version: 1, observations: text, research: null })
    expect(body.updated_at).toBe('2026-03-14T09:30:00.000Z')
    expect((await service.admin('GET', guidelines)).body).toEqual(body)
  })

  it('leaves a text that is left out as it is', async () => {
    await put({ observations: 'A', research: 'B' })

    const { body } = await put({ research: 'B2' })

    expect(body).toMatchObject({ version: 2, observations: 'A', research: 'B2' })
  })

  it('restores the default with null', async () => {
    await put({ observations: 'A', research: 'B' })

    const { body } = await put({ observations: null })

    expect(body).toMatchObject({ version: 2, observations: null, research: 'B' })
  })

  it('keeps every version, the newest first', async () => {
    await put({ observations: 'first' })
    await put({ observations: 'second', research: 'r' })
    await put({ observations: null })

    const found = await versions()

    expect(found.map(({ version, observations, research }) => [version, observations, research])).toEqual([
      [3, null, 'r'],
      [2, 'second', 'r'],
      [1, 'first', null],
    ])
  })

  it('loses no version when many change them at once', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index}`)

    const answers = await Promise.all(texts.map((observations) => put({ observations })))

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const found = await versions()
    expect(found.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index))
    expect(found.map(({ observations }) => observations).sort()).toEqual([...texts].sort())
    for (const { body } of answers)
      expect(found.find(({ version }) => version === body.version).observations).toBe(body.observations)
  })

  it.each([
    ['a blank text', { observations: ' \n ' }, [['body', 'observations']]],
    ['a number', { research: 5 }, [['body', 'research']]],
    ['a text over the limit', { observations: 'x'.repeat(65_537) }, [['body', 'observations']]],
    [
      'two faults',
      { observations: [], research: '' },
      [
        ['body', 'observations'],
        ['body', 'research'],
      ],
    ],
    ['an array', [], [['body']]],
  ])('refuses %s and keeps no version of it', async (_, change, places) => {
    const { status, body } = await put(change)

    expect(status).toBe(400)
    expect(body.detail.map((violation: Loose) => violation.loc)).toEqual(places)
    expect(await versions()).toEqual([])
  })

  it('gives agents the text in force, of their own project only', async () => {
    await put({ observations: 'for others', research: 'for others' })
    await makeStudy(service)
    const own = `/projects/${service.projectId}/guidelines` as const
    await service.admin('PUT', own, { observations: 'for ours', research: 'asking' })

    const { body } = await service.call('GET', '/service-guidelines/')

    expect(body).toEqual({ observations: 'for ours', research: 'asking' })
    await service.admin('PUT', own, { observations: null, research: null })
    const { defaults } = (await service.admin('GET', own)).body
    expect((await service.call('GET', '/service-guidelines/')).body).toEqual(defaults)
  })
})
