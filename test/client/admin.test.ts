// The team's half of the client, on the real service.
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Fieldnote, type TeamProject, type WatchEvent } from '../../packages/client/src/admin.ts'
import { PROJECT_CALLS, SERVICE_CALLS } from '../../packages/client/src/generated/team-calls.ts'
import { atEnd } from '../closings.ts'
import { eventually } from '../eventually.ts'
import { ADMIN_TOKEN, startService, type TestService } from '../service.ts'
import { answering, answerLost, clientOf, faultyFetch, observed, type Step, unreachable } from './clients.ts'

let service: TestService
let fieldnote: Fieldnote
let project: TeamProject
beforeAll(async () => {
  service = await startService()
  fieldnote = new Fieldnote({ url: service.url, token: ADMIN_TOKEN })
  project = fieldnote.project(service.projectId)
})

const withFaults = (...steps: Step[]) => {
  const { fetch, sent } = faultyFetch(...steps)
  const faulty = new Fieldnote({ url: service.url, token: ADMIN_TOKEN, fetch })
  return { project: faulty.project(service.projectId), sent }
}

/** `studies.create` and so on, as they can be called. */
const callsIn = (things: object, path: string[] = []): string[] =>
  Object.entries(things)
    .flatMap(([name, thing]) =>
      typeof thing === 'function' ? [[...path, name].join('.')] : callsIn(thing, [...path, name]),
    )
    .sort()

describe('the calls of the team', () => {
  it('make a project, a key that serves, and revoke it', async () => {
    const { id } = await fieldnote.projects.create({ name: 'Made by a script' })
    const key = await fieldnote.project(id).keys.create({ name: 'A key' })
    const client = clientOf(service, { projectId: id, apiKey: key.key })

    const stored = await client.observe(observed())
    const revoked = await fieldnote.project(id).keys.delete({ key_id: key.id })

    expect(stored.title).toBe(observed().title)
    expect(revoked).toBeUndefined()
    await expect(client.guidelines()).rejects.toMatchObject({ status: 401 })
  })

  it('run a study', async () => {
    const study = await project.studies.create({ question: 'Why?' })
    const updated = await project.studies.update({ study_id: study.id, state: 'active' })
    const listed = await project.studies.list({ state: 'active' })

    expect([study.state, updated.state]).toEqual(['draft', 'active'])
    expect(listed.items).toMatchObject([{ id: study.id }])
  })

  it('put lists, text and user ids of any kind into the address as they are', async () => {
    const user_id = 'a/b?c=d&e,ü'
    await clientOf(service).observe(observed({ user: user_id, sentiment: 'very negative' }))

    const found = await project.observations.list({ user_id, sentiment: ['very negative', 'positive'] })
    const none = await project.observations.list({ user_id, sentiment: 'positive' })
    const user = await project.users.get({ user_id })

    expect(found.items).toMatchObject([{ user_id }])
    expect(none.items).toEqual([])
    expect(user).toMatchObject({ user_id })
  })

  it('take a file of observations, of the type that it says or else of the first that the call takes', async () => {
    const csv = 'user,text\nann,The export stops early\n'
    const line = JSON.stringify({ user: 'bob', text: 'The import is slow' })

    const preview = await project.imports.preview({ file: new Blob([csv]) })
    const taken = await project.imports.create({
      name: 'notes.jsonl',
      file: new Blob([line], { type: 'application/x-ndjson' }),
    })

    expect(preview.columns).toMatchObject([{ name: 'user' }, { name: 'text' }])
    expect(taken).toMatchObject({ name: 'notes.jsonl', format: 'jsonl' })
  })

  it('hand over an export unread', async () => {
    await clientOf(service).observe(observed({ user: 'exported' }))

    const response = await project.export.observationsCsv({ user_id: 'exported' })

    expect(response.headers.get('Content-Type')).toContain('text/csv')
    expect((await response.text()).trim().split('\n')).toHaveLength(2)
  })

  it('limit the time for an answer to begin, not for reading it', async () => {
    const { readable, writable } = new TransformStream<string, string>()
    const { project } = withFaults(async () => {
      const bytes = readable.pipeThrough(new TextEncoderStream())
      return new Response(bytes, { headers: { 'Content-Type': 'text/csv' } })
    })

    const response = await project.export.observationsCsv({}, { timeoutMs: 50 })
    const answered = performance.now()
    await eventually(async () => expect(performance.now() - answered).toBeGreaterThan(60))
    const writer = writable.getWriter()
    void writer.write('late').then(() => writer.close())

    expect(await response.text()).toBe('late')
  })

  it('go through a list page by page', async () => {
    for (let i = 0; i < 5; i++) await clientOf(service).observe(observed({ user: 'paged' }))
    const ids = new Set<string>()

    for await (const { id } of project.observations.list({ user_id: 'paged', limit: 2 })) ids.add(id)

    expect(ids.size).toBe(5)
  })

  it('take the first page of a list for itself, and begin again with every loop', async () => {
    const { project, sent } = withFaults()
    const list = project.observations.list({ user_id: 'paged', limit: 3 })

    const { items, next_cursor } = await list
    const { response } = await list.withResponse()
    const loops: string[][] = [[], []]
    for (const ids of loops) for await (const { id } of list) ids.push(id)

    expect([items.length, next_cursor, response.status]).toEqual([3, expect.any(String), 200])
    expect(loops[0]).toHaveLength(5)
    expect(loops[1]).toEqual(loops[0])
    expect(sent).toHaveLength(3) // the first page once, the second once in each loop
  })

  it('say that a token is missing at once, and of the key only where it is needed', async () => {
    expect(() => new Fieldnote({ url: service.url })).toThrow('token is missing')
    await expect(fieldnote.guidelines()).rejects.toThrow('apiKey is missing')
    expect(() => fieldnote.project()).toThrow('projectId is missing')
  })

  it('go with those of the agent', async () => {
    const { url, projectId, key } = service
    const both = new Fieldnote({ url, projectId, apiKey: key, token: ADMIN_TOKEN })

    const { id } = await both.observe(observed({ user: 'both' }))
    const found = await both.project().observations.get({ observation_id: id })

    expect(found).toMatchObject({ id, user_id: 'both' })
  })

  it('carry what was refused', async () => {
    const call = project.studies.create({ question: '' })

    await expect(call).rejects.toMatchObject({
      status: 400,
      detail: [{ loc: ['body', 'question'] }],
      message: expect.stringContaining('studies.create: 400 body.question'),
    })
  })

  it.each(['', '.', '..', undefined])(
    'refuse %j in a path, where it would mean something else',
    async (user_id) => {
      const { project, sent } = withFaults()

      await expect(project.users.delete({ user_id: user_id as string })).rejects.toThrow('user_id is missing')
      expect(sent).toEqual([])
    },
  )

  it('all exist: none answers that there is no such path or method', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object }

    const places = [
      ...Object.values(SERVICE_CALLS),
      ...Object.values(PROJECT_CALLS).map((place) => place.replace(' ', ' /api/projects/{project_id}')),
    ]

    for (const place of places) {
      const [method = '', path = ''] = place.split(' ')
      expect(paths).toHaveProperty([path, method.toLowerCase()])
    }
    expect(callsIn({ projects: fieldnote.projects, accounts: fieldnote.accounts })).toEqual(
      Object.keys(SERVICE_CALLS).sort(),
    )
    expect(callsIn(project)).toEqual([...Object.keys(PROJECT_CALLS), 'watch'].sort())
  })
})

describe('a call of the team that changes something', () => {
  it('is not tried again when it may have been done', async () => {
    const { project, sent } = withFaults(answerLost)

    const call = project.studies.create({ question: 'Once?' })

    await expect(call).rejects.toMatchObject({ status: null })
    expect(sent).toHaveLength(1)
  })

  it('is tried again when the service says that it was not, and when to come back', async () => {
    const { project, sent } = withFaults(answering(503, { 'Retry-After': '0' }))

    const study = await project.studies.create({ question: 'Twice?' })

    expect(study.question).toBe('Twice?')
    expect(sent).toHaveLength(2)
  })
})

describe('watching a project', () => {
  /** Ends with an event that `isLast` says is the last. */
  async function seenUntil(events: AsyncIterable<WatchEvent>, isLast: (event: WatchEvent) => boolean) {
    const seen: WatchEvent[] = []
    for await (const event of events) {
      seen.push(event)
      if (isLast(event)) break
    }
    return seen
  }
  /** Comes in pieces that end anywhere, and breaks off. */
  function streamOf(text: string): Response {
    const bytes = new TextEncoder().encode(text)
    let at = 0
    const pull = (controller: ReadableStreamDefaultController) => {
      if (at >= bytes.length) return controller.error(new TypeError('terminated'))
      controller.enqueue(bytes.slice(at, at + 7))
      at += 7
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }
  const isOf = (user: string) => (event: WatchEvent) =>
    event.type === 'observation' && event.data.user_id === user
  const isReady = ({ type }: WatchEvent) => type === 'ready'

  it('tells of what arrives', async () => {
    const seen = await seenUntil(project.watch(), (event) => {
      if (isReady(event)) void clientOf(service).observe(observed({ user: 'watched' }))
      return isOf('watched')(event)
    })

    expect(seen[0]).toEqual({ type: 'ready', data: {} })
    expect(seen.at(-1)).toMatchObject({ data: { title: 'Export stops early', digest: { state: 'pending' } } })
  })

  it('goes on after the last event when the connection is lost, whatever comes between', async () => {
    const client = clientOf(service)
    const { id } = await client.observe(observed({ user: 'before' }))
    const { id: last } = await client.observe(observed({ user: 'vor dem Abriß' }))
    const lost = await project.observations.get({ observation_id: last })
    const cut: Step = async () =>
      streamOf(`event: observation\nid: ${last}\ndata: ${JSON.stringify(lost)}\n\n`)
    const away: Step = async (real, signal) => {
      await client.observe(observed({ user: 'meanwhile' }))
      return unreachable(real, signal)
    }
    const maintenance = answering(200, { 'Content-Type': 'text/html' }, '<h1>Back soon</h1>')
    const { project: faulty, sent } = withFaults(cut, away, answering(502), maintenance)

    const seen = await seenUntil(faulty.watch({ after: id }), isOf('meanwhile'))

    expect(seen[0]).toEqual({ type: 'observation', data: lost })
    const places = sent.map(({ url }) => new URL(url).searchParams.get('after'))
    expect(places).toEqual([id, last, last, last, last])
  })

  it('connects again when the service has not said a word for 45 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    atEnd(async () => void vi.useRealTimers())
    const quiet: Step = async (_, signal) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('event: ready\ndata: {}\n\n'))
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }
    const { project, sent } = withFaults(quiet, quiet)
    const events = project.watch()
    await events.next()

    const next = events.next()
    await vi.advanceTimersByTimeAsync(44_999)
    const before = sent.length
    await vi.advanceTimersByTimeAsync(1_001)
    const again = await next
    vi.useRealTimers()

    expect([before, sent.length]).toEqual([1, 2])
    expect(again.value).toEqual({ type: 'ready', data: {} })
    await events.return()
  })

  it('ends when the loop is left: the service is told', async () => {
    let signal: AbortSignal | undefined
    const { project } = withFaults((real, given) => {
      signal = given
      return real()
    })

    await seenUntil(project.watch(), isReady)

    expect(signal?.aborted).toBe(true)
  })

  it('ends when the caller aborts', async () => {
    const caller = new AbortController()
    const reason = new Error('enough')
    const seen: WatchEvent[] = []
    const watching = (async () => {
      for await (const event of project.watch({}, { signal: caller.signal })) seen.push(event)
    })()
    const ended = expect(watching).rejects.toBe(reason)

    await eventually(async () => expect(seen.some(isReady)).toBe(true))
    caller.abort(reason)

    await ended
  })

  it('fails when it is refused, at first and later', async () => {
    const ending: Step = async () =>
      new Response('event: ready\ndata: {}\n\n', { headers: { 'Content-Type': 'text/event-stream' } })
    const { project, sent } = withFaults(ending, answering(403))

    const watching = seenUntil(project.watch(), () => false)

    await expect(watching).rejects.toMatchObject({ code: 'forbidden' })
    expect(sent).toHaveLength(2)
    const stranger = new Fieldnote({ url: service.url, token: 'wrong' }).project(service.projectId)
    await expect(stranger.watch().next()).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('fails when there never was a stream', async () => {
    const { project } = withFaults(answering(200, { 'Content-Type': 'text/html' }, '<h1>Hello</h1>'))

    await expect(project.watch().next()).rejects.toMatchObject({ code: 'no_answer' })
  })
})
