// The client's admin calls, on the real service.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Admin, createAdmin, everyItem } from '../../packages/client/src/admin.ts'
import { ADMIN_PATHS } from '../../packages/client/src/generated/admin-paths.ts'
import { eventually } from '../eventually.ts'
import { ADMIN_TOKEN, batch, startService, type TestService } from '../service.ts'
import { answering, answerLost, clientOf, faultyFetch } from './clients.ts'

let service: TestService
let admin: Admin
let project_id: string
beforeAll(async () => {
  service = await startService()
  admin = createAdmin({ baseUrl: service.url, token: ADMIN_TOKEN })
  project_id = service.projectId
})

const withFaults = (...steps: Parameters<typeof faultyFetch>) => {
  const { fetch, sent } = faultyFetch(...steps)
  return { admin: createAdmin({ baseUrl: service.url, token: ADMIN_TOKEN, fetch }), sent }
}

describe('the admin calls', () => {
  it('make a project, a key that serves, and revoke it', async () => {
    const project = await admin.createProject({ body: { name: 'Made by a script' } })
    const key = await admin.createKey({ project_id: project.id, body: { name: 'A key' } })
    const client = clientOf(service, { projectId: project.id, apiKey: key.key })

    const { results } = await client.postObservations(batch())
    const revoked = await admin.revokeKey({ project_id: project.id, key_id: key.id })

    expect(results).toHaveLength(1)
    expect(revoked).toBeUndefined()
    await expect(client.getServiceGuidelines()).rejects.toMatchObject({ status: 401 })
  })

  it('run a study', async () => {
    const study = await admin.createStudy({ project_id, body: { question: 'Why?' } })
    const updated = await admin.updateStudy({ project_id, study_id: study.id, body: { state: 'active' } })
    const listed = await admin.listStudies({ project_id, state: 'active' })

    expect([study.state, updated.state]).toEqual(['draft', 'active'])
    expect(listed.items).toMatchObject([{ id: study.id }])
  })

  it('put lists, text and user ids of any kind into the address as they are', async () => {
    const user_id = 'a/b?c=d&e,ü'
    await clientOf(service).postObservations(batch({ user_id, user_sentiment: 'very negative' }))

    const found = await admin.listObservations({
      project_id,
      user_id,
      sentiment: ['very negative', 'positive'],
    })
    const user = await admin.getUser({ project_id, user_id })

    expect(found.items).toMatchObject([{ user_id }])
    expect(user).toMatchObject({ user_id })
  })

  it('take a file of observations, of the type that it says or else of the first that the call takes', async () => {
    const csv = 'user,text\nann,The export stops early\n'
    const line = JSON.stringify({ user: 'bob', text: 'The import is slow' })

    const preview = await admin.previewImport({ project_id, file: new Blob([csv]) })
    const taken = await admin.createImport({
      project_id,
      name: 'notes.jsonl',
      file: new Blob([line], { type: 'application/x-ndjson' }),
    })

    expect(preview.columns).toMatchObject([{ name: 'user' }, { name: 'text' }])
    expect(taken).toMatchObject({ name: 'notes.jsonl', format: 'jsonl' })
  })

  it('hand over an export unread', async () => {
    await clientOf(service).postObservations(batch({ user_id: 'exported' }))

    const response = await admin.exportObservationsCsv({ project_id, user_id: 'exported' })

    expect(response.headers.get('Content-Type')).toContain('text/csv')
    expect((await response.text()).trim().split('\n')).toHaveLength(2)
  })

  it('hand over a stream of events, until the caller aborts', async () => {
    const caller = new AbortController()
    const { body } = await admin.watchProject({ project_id }, { signal: caller.signal })
    let seen = ''
    const reading = (async () => {
      for await (const bytes of body as ReadableStream<Uint8Array>) seen += new TextDecoder().decode(bytes)
    })()
    const ended = expect(reading).rejects.toThrow('abort')

    await eventually(async () => expect(seen).toContain('event: ready'))
    caller.abort()

    await ended
  })

  it('limit the time for an answer to begin, not for reading it', async () => {
    const { readable, writable } = new TransformStream<string, string>()
    const { admin } = withFaults(async () => {
      const bytes = readable.pipeThrough(new TextEncoderStream())
      return new Response(bytes, { headers: { 'Content-Type': 'text/csv' } })
    })

    const response = await admin.exportObservationsCsv({ project_id }, { timeoutMs: 50 })
    const answered = performance.now()
    await eventually(async () => expect(performance.now() - answered).toBeGreaterThan(60))
    const writer = writable.getWriter()
    void writer.write('late').then(() => writer.close())

    expect(await response.text()).toBe('late')
  })

  it('go through a list page by page', async () => {
    for (let i = 0; i < 5; i++) await clientOf(service).postObservations(batch({ user_id: 'paged' }))
    const ids = new Set<string>()

    for await (const { id } of everyItem(admin.listObservations, { project_id, user_id: 'paged', limit: 2 }))
      ids.add(id)

    expect(ids.size).toBe(5)
  })

  it('carry what was refused', async () => {
    const call = admin.createStudy({ project_id, body: { question: '' } })

    await expect(call).rejects.toMatchObject({
      status: 400,
      detail: [{ loc: ['body', 'question'] }],
      message: expect.stringContaining('createStudy: 400 body.question'),
    })
  })

  it.each(['', '.', '..', undefined])(
    'refuse %j in a path, where it would mean something else',
    async (user_id) => {
      const { admin, sent } = withFaults()

      await expect(admin.eraseUser({ project_id, user_id: user_id as string })).rejects.toThrow(
        'user_id is missing',
      )
      expect(sent).toEqual([])
    },
  )

  it('all exist: none answers that there is no such path or method', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object }

    for (const place of Object.values(ADMIN_PATHS)) {
      const [method = '', path = ''] = place.split(' ')
      expect(paths).toHaveProperty([path, method.toLowerCase()])
    }
    expect(Object.keys(admin)).toEqual(Object.keys(ADMIN_PATHS))
  })
})

describe('an admin call that changes something', () => {
  it('is not tried again when it may have been done', async () => {
    const { admin, sent } = withFaults(answerLost)

    const call = admin.createStudy({ project_id, body: { question: 'Once?' } })

    await expect(call).rejects.toMatchObject({ status: null })
    expect(sent).toHaveLength(1)
  })

  it('is tried again when the service says that it was not, and when to come back', async () => {
    const { admin, sent } = withFaults(answering(503, { 'Retry-After': '0' }))

    const study = await admin.createStudy({ project_id, body: { question: 'Twice?' } })

    expect(study.question).toBe('Twice?')
    expect(sent).toHaveLength(2)
  })
})
