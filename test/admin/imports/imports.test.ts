// Files become observations: read, mapped, checked, redacted and stored once, and undone as a whole.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LIMITS } from '../../../src/contract/limits.ts'
import { deleteWaitingRowsOf } from '../../../src/db/imports/import-rows.ts'
import { inTransaction } from '../../../src/db/pool.ts'
import type { Engine } from '../../../src/digest/engine.ts'
import { giveUpUnreceived, importStep } from '../../../src/domain/imports/import-step.ts'
import type { Pace } from '../../../src/domain/imports/pace-receiving.ts'
import { digestOnce } from '../../../src/worker/digest-worker.ts'
import { expectAllDigested, expectCountersToAddUp } from '../../digest/counters.ts'
import { act, digestAll, get, inNewProjects, postEach } from '../../digest/digesting.ts'
import { EXPORT, PASSWORD } from '../../digest/matters.ts'
import { eventually, untilBlocking } from '../../eventually.ts'
import { ADMIN_TOKEN, anotherProject, send, signIn, type TestService } from '../../service.ts'

let engine: Engine
let service: TestService
inNewProjects((made) => {
  ;({ engine, service } = made)
})

const CSV = 'text/csv'
const JSONL = 'application/x-ndjson'
const FORM = 'multipart/form-data'
const formHead = (name: string, type = 'application/octet-stream'): string =>
  `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
const TICKETS = `Ticket ID;Subject;Body;Customer;Rating;Created
T-1;Export stops;"Only 10,000 rows;
nothing said so";ann;1;14.03.2026 09:30
T-2;Dark mode;Please add a dark theme;ben;5;15.03.2026
`

const upload = (path: string, type: string, file: string | Uint8Array, mapping?: object) => {
  const query = mapping
    ? `${path.includes('?') ? '&' : '?'}mapping=${encodeURIComponent(JSON.stringify(mapping))}`
    : ''
  return send(`${service.url}/api/projects/${service.projectId}/imports${path}${query}`, 'POST', file, {
    Authorization: `Bearer ${ADMIN_TOKEN}`,
    'Content-Type': type,
  })
}

async function storeAll(): Promise<void> {
  while (await importStep(service.deps));
}

/** Sent, and stored to the last row. */
async function imported(type: string, file: string, mapping?: object) {
  const { status, body } = await upload('?name=tickets', type, file, mapping)
  expect([status, body.state]).toEqual([202, 'running'])
  await storeAll()
  return get(service, `/imports/${body.id}`)
}

const stored = async () => (await get(service, '/observations?limit=200')).items.toReversed()

const rowsOf = (table: string) =>
  service.db
    .query(`SELECT count(*)::int AS count FROM ${table} WHERE project_id = $1`, [service.projectId])
    .then(({ rows }) => rows[0].count as number)

const lines = (...rows: object[]): string => rows.map((row) => JSON.stringify(row)).join('\n')
const said = (overrides: object = {}) => ({
  user_id: 'ann',
  interaction_id: 'thread-1',
  user_sentiment: 'negative',
  title: 'Export stops',
  description: 'Only 10,000 rows came.',
  ...overrides,
})

describe('a file', () => {
  it('as other tools export it becomes observations: columns, dates and ratings are recognized', async () => {
    const done = await imported(CSV, TICKETS)

    expect(done).toMatchObject({ state: 'done', read: 2, stored: 2, refused: 0, duplicates: 0, reasons: [] })
    expect(await stored()).toMatchObject([
      {
        source: 'import',
        title: 'Export stops',
        description: 'Only 10,000 rows;\nnothing said so',
        user_id: 'ann',
        interaction_id: 'T-1',
        user_sentiment: 'very negative',
        observed_at: '2026-03-14T09:30:00.000Z',
        digest: { state: 'pending' },
      },
      { title: 'Dark mode', user_sentiment: 'very positive', observed_at: '2026-03-15T00:00:00.000Z' },
    ])
    await digestAll(service, engine)
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('of JSON lines is read by the names that REST uses, nested ones by their path', async () => {
    const nested = { user: { id: 7 }, description: 'It works.', observed_at: null }
    const done = await imported(JSONL, lines(said({ observed_at: '2026-03-01T10:00:00+01:00' }), nested), {
      columns: { user_id: 'user.id' },
    })

    expect(done).toMatchObject({ read: 2, stored: 1, refused: 1 })
    expect(done.reasons).toEqual([{ row: 1, reason: '"user.id" must not be blank' }])
    expect(await stored()).toMatchObject([
      { user_id: '7', title: 'It works.', description: 'It works.', user_sentiment: 'neutral' },
    ])
  })

  it('in UTF-16, as Excel writes it, is read', async () => {
    const bytes = Buffer.from(`\uFEFFuser\ttext\nann\tÜbersicht fehlt\n`, 'utf16le')

    const { status, body } = await upload('', CSV, bytes)

    expect([status, body.read]).toEqual([202, 1])
  })

  it.each(['UTF-8', 'UTF-16, the low byte first', 'UTF-16, the high byte first'])(
    'is looked at by its beginning in %s, without half a line or half a character',
    async (encoding) => {
      const row = (number: number) => `u${number},Export ਊ stops`
      const rows = Array.from({ length: 12_000 }, (_, at) => row(at))
      const text = `\ufeffuser_id,title\n${rows.join('\n')}`
      const low = Buffer.from(text, 'utf16le')
      const file = encoding === 'UTF-8' ? Buffer.from(text) : encoding.includes('low') ? low : low.swap16()

      const { status, body } = await upload('/preview', CSV, file)

      expect(file.length).toBeGreaterThan(LIMITS.importPreviewBytes)
      expect([status, body.rows?.[1].observation.title]).toEqual([200, 'Export ਊ stops'])
    },
  )

  it('can be looked at first, and nothing is stored', async () => {
    await act(service, 'PUT', '/privacy', { redact: ['email'] })
    const file = 'Who,What,Mood,When\nann,Mail me at a@example.com,meh,03/04/2026\nben,,good,04/03/2026\n'

    const { status, body } = await upload('/preview', CSV, file, {
      columns: { user_id: 'Who', title: 'What', observed_at: 'When' },
      date_order: 'day_first',
    })

    expect(status).toBe(200)
    expect(body.columns[3]).toEqual({ name: 'When', examples: ['03/04/2026', '04/03/2026'] })
    expect(body.mapping).toMatchObject({
      columns: {
        user_id: 'Who',
        title: 'What',
        user_sentiment: 'Mood',
        observed_at: 'When',
        external_id: null,
      },
      sentiments: [
        { value: 'meh', sentiment: null },
        { value: 'good', sentiment: 'positive' },
      ],
      date_order: 'day_first',
    })
    expect(body.rows).toMatchObject([
      {
        row: 2,
        observation: null,
        reason: '"Mood" has a value that stands for no sentiment',
      },
      { row: 3, observation: null, reason: '"What" must not be blank' },
    ])
    const meant = {
      columns: { user_id: 'Who', title: 'What', observed_at: 'When' },
      sentiments: [{ value: 'MEH', sentiment: 'negative' }],
    }
    const again = (await upload('/preview', CSV, file, meant)).body
    expect(again.rows[0].observation).toMatchObject({
      title: 'Mail me at [email]',
      user_sentiment: 'negative',
      observed_at: '2026-03-04T00:00:00.000Z',
    })
    expect([await rowsOf('import'), await rowsOf('import_row')]).toEqual([0, 0])
  })

  it.each([
    ['', CSV, (rows: string) => rows],
    [' in a form', `${FORM}; boundary=edge`, (rows: string) => `${formHead('a.csv')}${rows}\r\n--edge--`],
  ])('that is large%s is looked at by its beginning, and the next call answered', async (_, type, wrap) => {
    const large = wrap(`user,text\n${'ann,The export stops\n'.repeat(100_000)}`)

    const { status, body } = await upload('/preview', type, large)

    expect([status, body.rows?.length]).toEqual([200, LIMITS.importPreviewRows])
    expect((await get(service, '/imports')).items).toEqual([])
  })

  it('stores its good rows, and says of each other row why not, in a file', async () => {
    const rows = [
      'id,user_id,title,description,observed_at,user_sentiment',
      '1,ann,Fine,All good,2026-03-14,positive',
      '2,,No user,At all,2026-03-14,positive',
      '3,ann,Bad date,When was it,2026-02-30,positive',
      '4,ann,Bad mood,Whatever,,grumpy',
      '5,ann',
      `6,ann,${'x'.repeat(501)},Too long,,`,
    ]

    const done = await imported(CSV, rows.join('\r\n'))

    expect(done).toMatchObject({ read: 6, stored: 1, refused: 5 })
    const ofImport = async (id: string) => (await get(service, `/observations?import=${id}`)).items
    expect(await ofImport(done.id)).toMatchObject([{ title: 'Fine' }])
    expect(await ofImport(randomUUID())).toEqual([])
    const { body, headers } = await send(
      `${service.url}/api/projects/${service.projectId}/imports/${done.id}/errors.csv`,
      'GET',
      undefined,
      { Authorization: `Bearer ${ADMIN_TOKEN}` },
    )
    expect(headers.get('content-type')).toMatch(/^text\/csv/)
    expect(body.split('\r\n')).toEqual([
      'row,reason',
      '3,"""user_id"" must not be blank"',
      '4,"""observed_at"" is not a date that can be read"',
      '5,"""user_sentiment"" has a value that stands for no sentiment"',
      '6,has 2 columns where the first line has 6',
      '7,"""title"" must have at most 500 characters"',
      '',
    ])
  })

  it('names the columns of the refused rows also where there are none', async () => {
    const done = await imported(CSV, 'user_id,title,description\nann,Fine,All good')

    const path = `/projects/${service.projectId}/imports/${done.id}/errors.csv` as const
    expect(done).toMatchObject({ stored: 1, refused: 0 })
    expect((await service.admin('GET', path)).body).toBe('row,reason\r\n')
  })

  it.each([
    ['of no rows', CSV, 'user,text\n', 400, /has no rows/],
    ['with a quote that never ends', CSV, 'user,text\nann,"never', 400, /row 2 cannot be read: a quote/],
    ['that is no text', CSV, Buffer.from([0x75, 0x2c, 0x74, 0x0a, 0xe4, 0x2c, 0x62]), 400, /not UTF-8/],
    ['that is a JSON array', JSONL, '[{"a": 1}]', 400, /one object on each line/],
    ['without anything like a user', CSV, 'what,text\na,b\n', 400, /end user/],
    ['of another type', 'application/pdf', 'x', 415, /text\/csv/],
    ['of JSON, whatever is wrong in it', 'application/json', '{"a":1}\n{"a":2}', 415, /text\/csv/],
  ])('%s is refused, and nothing is stored', async (_, type, file, status, reason) => {
    const answer = await upload('', type, file)

    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body.detail)).toMatch(reason)
    expect([await rowsOf('import'), await rowsOf('import_row')]).toEqual([0, 0])
  })

  it.each([
    [{ columns: { title: 'Topic' } }, ['query', 'mapping', 'columns', 'title']],
    [{ columns: { title: 5 } }, ['query', 'mapping', 'columns', 'title']],
    [
      { sentiments: [{ value: 'grumpy', sentiment: 'bad' }] },
      ['query', 'mapping', 'sentiments', 0, 'sentiment'],
    ],
    [{ date_order: 'year_first' }, ['query', 'mapping', 'date_order']],
  ])('is not read by the mapping %j, which says why', async (mapping, loc) => {
    const { status, body } = await upload('', CSV, TICKETS, mapping)

    expect([status, body.detail[0].loc]).toEqual([400, loc])
  })

  it('keeps ids apart that no number tells apart', async () => {
    const [ann, ben] = ['12345678901234567890', '12345678901234567891']
    const [first, second] = ['1234567890123456788', '1234567890123456789']
    const row = (user: string, id: string, title: string) =>
      `{"user_id":${user},"title":${JSON.stringify(title)},"external_id":${id},"seen":1234567890.1234567890}`

    const done = await imported(
      JSONL,
      [row(ann, first, 'a: \\"7777777777777777"'), row(ben, second, 'b')].join('\n'),
    )

    expect(done).toMatchObject({ read: 2, stored: 2, duplicates: 0 })
    expect(
      (await stored()).map(({ user_id, interaction_id, title }) => [user_id, interaction_id, title]),
    ).toEqual([
      [ann, first, 'a: \\"7777777777777777"'],
      [ben, second, 'b'],
    ])
  })

  it('is redacted before anything of it is stored', async () => {
    await act(service, 'PUT', '/privacy', { redact: ['email', 'card'] })
    const { body } = await upload(
      '',
      JSONL,
      lines(said({ description: 'From ada@example.com', quote: 'Card 4111 1111 1111 1111' })),
    )

    const { rows } = await service.db.query(
      'SELECT description, quote FROM import_row WHERE import_id = $1',
      [body.id],
    )
    await storeAll()

    const kept = { description: 'From [email]', quote: 'Card [card]' }
    expect(rows).toEqual([kept])
    expect(await stored()).toMatchObject([kept])
    expect((await get(service, '/privacy')).redacted.map(({ kind }) => kind)).toEqual(['card', 'email'])
  })

  it.each([
    ['', JSONL, ''],
    [' in a form', `${FORM}; boundary=edge`, formHead('tickets.jsonl')],
  ])('that stops half way%s leaves nothing, at once or when it is given up', async (_, type, before) => {
    const head = [
      `POST /api/projects/${service.projectId}/imports HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${ADMIN_TOKEN}`,
      `Content-Type: ${type}`,
      'Content-Length: 1000000',
    ]
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
    const part = `${lines(...Array.from({ length: 1_000 }, () => said()))}\n`
    socket.write(`${head.join('\r\n')}\r\n\r\n${before}${part}`)
    await eventually(async () => expect(await rowsOf('import_row')).toBeGreaterThan(0))
    expect((await get(service, '/imports')).items).toMatchObject([{ state: 'receiving' }])

    socket.destroy()

    await eventually(async () => expect([await rowsOf('import'), await rowsOf('import_row')]).toEqual([0, 0]))
    await service.db.query(
      `INSERT INTO import (project_id, id, name, format, mapping, state, created_by, created_at, stepped_at)
       VALUES ($1, gen_random_uuid(), 'lost', 'csv', '{}', 'receiving', 'x', $2, $2)`,
      [service.projectId, new Date(service.clock.now.getTime() - 11 * 60_000)],
    )
    await giveUpUnreceived(service.deps)
    expect(await rowsOf('import')).toBe(0)
  })
})

describe('a file that is received while agents post', () => {
  const file = `user,title\n${'ann,Export stops\n'.repeat(401)}`

  it('takes 200 rows at a step, and rests when its pace says so', async () => {
    const steps = watchSteps()

    const { status } = await upload('', CSV, file)

    expect(status).toBe(202)
    expect(steps).toEqual([200, 400, 401, 'closed'])
  })

  it('no longer counts once it failed', async () => {
    const steps = watchSteps()

    const { status } = await upload('', CSV, `${file}ann,"never closed`)

    expect([status, steps.at(-1)]).toEqual([400, 'closed'])
  })

  /** The rows that were there after each step. */
  function watchSteps() {
    const steps: (number | string)[] = []
    const open = (): Pace => ({
      async step(work) {
        await work()
        steps.push(await rowsOf('import_row'))
      },
      close: () => void steps.push('closed'),
    })
    const { receiving } = service.deps
    service.deps.receiving = { open }
    onTestFinished(() => {
      service.deps.receiving = receiving
    })
    return steps
  }
})

describe('a form', () => {
  const ROWS = 'user,text\nann,The export stops\n'
  const sendForm = (path: string, form: string) => upload(path, `${FORM}; boundary=edge`, form)

  it.each([
    ['by the end of its name', 'tickets.csv', 'application/octet-stream'],
    ['by its type', 'tickets', 'text/csv'],
  ])('brings a file, known %s, under its name', async (_, name, type) => {
    const { status, body } = await sendForm('', `${formHead(name, type)}${ROWS}\r\n--edge--\r\n`)
    await storeAll()

    expect([status, body.name]).toEqual([202, name])
    expect(await stored()).toMatchObject([{ user_id: 'ann', description: 'The export stops' }])
  })

  const field = '--edge\r\nContent-Disposition: form-data; name="mapping"\r\n\r\n{}\r\n'
  it.each([
    [
      'with two files',
      `${formHead('a.csv')}${ROWS}\r\n${formHead('b.csv')}${ROWS}\r\n--edge--`,
      400,
      /one file/,
    ],
    ['with another field', `${field}${formHead('a.csv')}${ROWS}\r\n--edge--`, 400, /one file/],
    ['without a file', '--edge--', 400, /one file/],
    ['that is cut off', `${formHead('a.csv')}${ROWS}`, 400, /closing boundary/],
    ['with a file of another type', `${formHead('a.pdf')}${ROWS}\r\n--edge--`, 415, /\.csv or \.jsonl/],
    [
      'named after what objects inherit',
      `${formHead('a.constructor')}${ROWS}\r\n--edge--`,
      415,
      /\.csv or \.jsonl/,
    ],
  ])('%s is refused, and nothing is stored', async (_, form, status, reason) => {
    const answer = await sendForm('', form)

    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(reason)])
    expect([await rowsOf('import'), await rowsOf('import_row')]).toEqual([0, 0])
  })

  it('without its boundary is refused', async () => {
    const { status, body } = await upload('', FORM, ROWS)

    expect([status, body.detail]).toEqual([400, expect.stringMatching(/boundary/)])
  })
})

describe('rows of an import', () => {
  const many = (from: number, to: number) =>
    lines(
      ...Array.from({ length: to - from }, (_, at) =>
        said({
          user_id: `u${(from + at) % 7}`,
          external_id: `row-${from + at}`,
          title: `Title ${from + at}`,
        }),
      ),
    )

  it('are stored once: in one file, in the next, and after any step was lost', async () => {
    const first = await imported(JSONL, `${many(0, 300)}\n${many(0, 10)}`)
    expect(first).toMatchObject({ read: 310, stored: 300, duplicates: 10 })
    const { body } = await upload('', JSONL, many(200, 900))
    // A worker that is lost after it stored rows and before it noted so, then two at once.
    let asked = 0
    const now = () => {
      if (++asked > 1) throw new Error('killed')
      return service.clock.now
    }
    await expect(importStep({ ...service.deps, now })).rejects.toThrow('killed')
    await Promise.all([importStep(service.deps), importStep(service.deps)])

    await storeAll()

    expect(await get(service, `/imports/${body.id}`)).toMatchObject({
      state: 'done',
      read: 700,
      stored: 600,
      duplicates: 100,
    })
    expect([await rowsOf('observation'), await rowsOf('digest_job'), await rowsOf('import_row')]).toEqual([
      900, 900, 0,
    ])
  })

  it('wait until what agents post meanwhile is digested', async () => {
    await service.db.query('DELETE FROM digest_job') // of other tests
    await imported(JSONL, many(0, 40))
    const [id] = await postEach(service, EXPORT.slice(0, 1))

    await digestOnce(service.deps, engine)

    const { digest } = await get(service, `/observations/${id}`)
    expect(digest.state).toBe('done')
    expect(await rowsOf('digest_job')).toBeGreaterThan(0)
    expect(await get(service, '/digest')).toMatchObject({ oldest_seconds: 0 })
  })

  it('go when the import is undone, and everything is as it was before it', async () => {
    const [mine, theirs] = [EXPORT.slice(0, 2), PASSWORD.slice(0, 2)]
    const before = await postEach(service, mine)
    const rows = theirs.map((matter, at) => said({ ...matter, user_id: `u${at}`, external_id: `p-${at}` }))
    const { id } = await imported(JSONL, lines(...rows, ...mine.map((matter) => said(matter))))
    await digestAll(service, engine)

    const { status, body } = await act(service, 'DELETE', `/imports/${id}`)
    await storeAll()
    await digestAll(service, engine)

    expect([status, body.state]).toEqual([202, 'undoing'])
    const count = theirs.length + mine.length
    expect(await get(service, `/imports/${id}`)).toMatchObject({
      state: 'undone',
      stored: count,
      removed: count,
    })
    expect((await stored()).map((row) => row.id)).toEqual(before)
    await expectCountersToAddUp(service.db, service.projectId)
    const [undone, started] = (await get(service, '/audit')).items
    expect([undone, started]).toMatchObject([
      { action: 'import.undone', subject_id: id, facts: { name: 'tickets', observations: count } },
      { action: 'import.started', subject_id: id, facts: { name: 'tickets', rows: count } },
    ])
    const again = await act(service, 'DELETE', `/imports/${id}`)
    expect([again.status, again.body.detail]).toEqual([409, 'this import has already been undone'])
    expect(await imported(JSONL, lines(...rows))).toMatchObject({ stored: theirs.length, duplicates: 0 })
  })

  it('that still wait never come when it is undone while it runs', async () => {
    const { body } = await upload('', JSONL, many(0, 600))
    await importStep(service.deps)

    await act(service, 'DELETE', `/imports/${body.id}`)
    await storeAll()

    expect(await get(service, `/imports/${body.id}`)).toMatchObject({ state: 'undone' })
    expect([await rowsOf('observation'), await rowsOf('import_row')]).toEqual([0, 0])
  })

  /** One step, under way when the user's waiting rows go. */
  const stepWhileErased = async (importId: string, userId: string) => {
    const { db, deps, projectId } = service
    const { step } = await inTransaction(db, async (erasing) => {
      await deleteWaitingRowsOf(erasing, projectId, userId)
      const step = importStep(deps, importId)
      await untilBlocking(erasing)
      return { step }
    })
    await step
  }

  it('all go when an import is undone, also when a user is erased in the midst of a step', async () => {
    const theirs = Array.from({ length: 2_000 }, () => said({ user_id: 'leaver' }))
    const { body } = await upload('', JSONL, lines(...theirs, said(), said()))
    await act(service, 'DELETE', `/imports/${body.id}`)

    await stepWhileErased(body.id, 'leaver')
    await storeAll()

    expect(await get(service, `/imports/${body.id}`)).toMatchObject({ state: 'undone' })
    expect(await rowsOf('import_row')).toBe(0)
  })

  it('of others all come, also when a user is erased in the midst of a step', async () => {
    const { body } = await upload('', JSONL, `${lines(said({ user_id: 'leaver' }))}\n${many(0, 299)}`)

    await stepWhileErased(body.id, 'leaver')
    await storeAll()

    expect(await get(service, `/imports/${body.id}`)).toMatchObject({ state: 'done', stored: 299 })
    expect(await rowsOf('import_row')).toBe(0)
  })

  it('of a user who is erased meanwhile never come', async () => {
    await upload('', JSONL, lines(said(), said({ user_id: 'ben' })))

    await act(service, 'DELETE', '/users/ann')
    await storeAll()

    expect(await stored()).toMatchObject([{ user_id: 'ben' }])
  })
})

describe('an import', () => {
  it('is of its project alone', async () => {
    const { id } = await imported(CSV, TICKETS)
    const other = await anotherProject(service)
    const stranger = await signIn(service, { projectId: other.projectId })

    const elsewhere = `/projects/${other.projectId}/imports/${id}` as const
    const answers = [
      await stranger.call('GET', elsewhere),
      await stranger.call('GET', `${elsewhere}/errors.csv`),
      await stranger.call('DELETE', elsewhere),
    ]

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await stranger.call('GET', `/projects/${other.projectId}/imports`)).body.items).toEqual([])
  })

  it('is not started for somebody who lost the role while sending', async () => {
    const [owner] = [await signIn(service), await signIn(service)]
    const body = new Readable({ read: () => {} })
    const sending = fetch(`${service.url}/api/projects/${service.projectId}/imports`, {
      method: 'POST',
      headers: { ...owner.headers, 'Content-Type': JSONL },
      body: body as never,
      duplex: 'half',
    } as never)
    body.push(`${lines(...Array.from({ length: 400 }, () => said()))}\n`)
    await eventually(async () => expect(await rowsOf('import_row')).toBeGreaterThan(0))

    await act(service, 'DELETE', `/members/${owner.account.id}`)
    body.push(null)

    expect((await sending).status).toBe(404)
    expect([await rowsOf('import'), await rowsOf('observation')]).toEqual([0, 0])
  })
})
