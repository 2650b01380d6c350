// An observation that cannot be digested: alone at fault, tried again later, kept with its error.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Engine } from '../../src/digest/engine.ts'
import { createKeyUses } from '../../src/domain/projects/authenticate-key.ts'
import { digestOnce } from '../../src/worker/digest-worker.ts'
import { startHousekeeping } from '../../src/worker/housekeeping.ts'
import { eventually } from '../eventually.ts'
import { anotherProject, answer, makeStudy, send, startService, type TestService } from '../service.ts'
import { expectAllDigested, expectCountersToAddUp } from './counters.ts'
import { act, digestAll, get, post, postEach, readObservation, startEngine } from './digesting.ts'
import { DARK, EXPORT, PASSWORD, VARIOUS } from './matters.ts'

const CURSED = { title: 'Cursed title', description: 'The database refuses to index this one.' }

/** The database itself refuses a text: as late as it can, when most of the batch has been written. */
const refuseCursed = (service: TestService) =>
  service.db.query(`
    CREATE FUNCTION refuse_cursed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM observation WHERE id = NEW.observation_id AND title LIKE 'Cursed%')
      THEN RAISE 'this one is cursed'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_cursed BEFORE INSERT ON observation_search
      FOR EACH ROW EXECUTE FUNCTION refuse_cursed()`)

const laterBy = (service: TestService, seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000)
}

let engine: Engine
let service: TestService
beforeAll(() => {
  engine = startEngine()
})
beforeEach(async () => {
  service = await startService()
  await refuseCursed(service)
})

describe('a batch that fails in the middle', () => {
  it('leaves nothing of the observation at fault, and takes nothing else down', async () => {
    const [cursed, ...fine] = await postEach(service, [CURSED, ...EXPORT, ...PASSWORD])

    await digestAll(service, engine)

    const { rows } = await service.db.query('SELECT observation_id FROM observation_digest ORDER BY 1')
    expect(rows.map((row) => row.observation_id)).toEqual(fine)
    const { rows: issues } = await service.db.query("SELECT id FROM issue WHERE title LIKE 'Cursed%'")
    expect(issues).toEqual([])
    await expectCountersToAddUp(service.db, service.projectId)
    const { digest, issue } = await readObservation(service, cursed as string)
    expect(digest).toEqual({ state: 'pending', error: 'this one is cursed' })
    expect(issue).toBeNull()
  })

  it('is not tried again before its time, and ever later from then on', async () => {
    await post(service, [CURSED])
    const waits = []
    const due = async () => (await service.db.query('SELECT due_at FROM digest_job')).rows[0].due_at

    for (let attempt = 0; attempt < 4; attempt++) {
      await digestAll(service, engine)
      const wait = ((await due()).getTime() - service.clock.now.getTime()) / 1000
      waits.push(wait)
      laterBy(service, wait - 1)
      expect(await digestOnce(service.deps, engine)).toBe(false)
      laterBy(service, 1)
    }

    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(new Set(waits).size).toBe(waits.length)
  })

  it('digests later arrivals meanwhile', async () => {
    await post(service, [CURSED])
    await digestAll(service, engine)
    const later = await post(service, DARK)

    await digestAll(service, engine)

    for (const id of later) expect((await readObservation(service, id)).digest.state).toBe('done')
  })
})

describe('after the last attempt', () => {
  let cursed: string
  beforeEach(async () => {
    ;[cursed] = (await post(service, [CURSED])) as [string]
    await post(service, VARIOUS)
    for (let attempt = 0; attempt < 5; attempt++) {
      await digestAll(service, engine)
      laterBy(service, 3600)
    }
  })

  it('an observation is kept as failed, with its error, wherever one looks', async () => {
    const status = await get(service, '/digest')

    expect(status).toMatchObject({ pending: 0, failed: 1, lag_seconds: 0, digested_count: VARIOUS.length })
    const { items } = await get(service, '/digest/failures')
    expect(items).toEqual([
      {
        observation_id: cursed,
        study_id: null,
        answer_id: null,
        attempts: 5,
        error: 'this one is cursed',
        failed_at: expect.any(String),
      },
    ])
    const { digest } = await readObservation(service, cursed)
    expect(digest).toEqual({ state: 'failed', error: 'this one is cursed' })
    expect(await digestOnce(service.deps, engine)).toBe(false)
  })

  it('it is digested once the cause is gone and a person asks for another try', async () => {
    await service.db.query('DROP TRIGGER refuse_cursed ON observation_search')

    const { status, body } = await act(service, 'POST', '/digest/retry')
    await digestAll(service, engine)

    expect({ status, body }).toEqual({ status: 200, body: { retried: 1 } })
    await expectAllDigested(service.db, service.projectId)
    await expectCountersToAddUp(service.db, service.projectId)
    expect(await get(service, '/digest')).toMatchObject({ pending: 0, failed: 0 })
    expect((await readObservation(service, cursed)).digest).toEqual({ state: 'done', error: null })
    const { items } = await get(service, '/audit')
    expect(items[0]).toMatchObject({ action: 'digest.retried', facts: { retried: 1 }, actor: 'admin token' })
  })
})

it('waits for no time to come, which a clock that was ahead has set', async () => {
  const study = await makeStudy(service)
  await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
  const [observed] = await post(service, DARK)
  for (const table of ['digest_job', 'answer_job'])
    await service.db.query(
      `UPDATE ${table} SET due_at = due_at + interval '3 h', queued_at = queued_at + interval '3 h'`,
    )
  expect(await digestOnce(service.deps, engine)).toBe(false)

  const chores = startHousekeeping(service.deps, createKeyUses(), (chore, fault) =>
    expect([chore, fault]).toEqual([chore, undefined]),
  )
  await eventually(async () => expect(await digestOnce(service.deps, engine)).toBe(true))
  await chores.stop()
  await digestAll(service, engine)

  expect((await readObservation(service, observed as string)).digest.state).toBe('done')
  expect(await get(service, '/digest')).toMatchObject({ pending: 0, failed: 0 })
})

describe('an answer that cannot be digested', () => {
  it('is kept as failed after the last attempt, shows in the list and the metrics, and can be tried again', async () => {
    await service.db.query(`
      CREATE FUNCTION refuse_answer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no answers'; END $$;
      CREATE TRIGGER refuse_answer BEFORE INSERT OR UPDATE ON answer_digest
        FOR EACH ROW EXECUTE FUNCTION refuse_answer()`)
    const study = await makeStudy(service)
    const { body } = await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
    const [observed] = await post(service, [CURSED])
    const isFailed = async () => (await get(service, '/digest')).failed === 2
    for (let attempt = 0; attempt < 12 && !(await isFailed()); attempt++) {
      await digestAll(service, engine).catch(() => {})
      laterBy(service, 3600)
    }

    const { items } = await get(service, '/digest/failures')
    const [newer] = (await get(service, '/digest/failures?limit=1')).items
    const metrics = (await send(`${service.url}/metrics`, 'GET')).body as string
    const retried = await act(service, 'POST', '/digest/retry')

    const failed = { attempts: 5, failed_at: expect.any(String) }
    expect(items).toEqual([
      { ...failed, observation_id: observed, study_id: null, answer_id: null, error: 'this one is cursed' },
      { ...failed, observation_id: null, study_id: study.id, answer_id: body.id, error: 'no answers' },
    ])
    expect(newer).toEqual(items[0])
    expect(metrics).toMatch(/^fieldnote_digest_failed 2$/m)
    expect(retried.body).toEqual({ retried: 2 })
    await service.db.query('DROP TRIGGER refuse_answer ON answer_digest')
    expect(await get(service, '/digest')).toMatchObject({ pending: 2, failed: 0 })
    await digestAll(service, engine)
    expect((await service.db.query('SELECT FROM answer_job')).rowCount).toBe(0)
  })

  const tell = async (study: string, answers: string[]): Promise<string[]> => {
    const ids: string[] = []
    for (const [at, said] of answers.entries()) {
      const own = answer({ user_id: `user-${at}`, answer: said })
      ids.push((await service.call('POST', `/research/studies/${study}/answers/`, own)).body.id)
    }
    return ids
  }
  const onCursedAnswer = (what: string) =>
    service.db.query(`
      CREATE FUNCTION refuse_cursed_answer() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM answer WHERE id = NEW.answer_id AND answer LIKE 'Cursed%') THEN ${what}; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_cursed_answer BEFORE INSERT ON answer_digest
        FOR EACH ROW EXECUTE FUNCTION refuse_cursed_answer()`)
  const digestedAnswers = async () =>
    (await service.db.query('SELECT answer_id FROM answer_digest ORDER BY 1')).rows.map(
      (row) => row.answer_id,
    )
  const waitingAnswers = async () =>
    (await service.db.query('SELECT answer_id, attempts, error FROM answer_job ORDER BY 1')).rows

  it('is the only one of its batch that an attempt is counted of; the others are digested at once', async () => {
    await onCursedAnswer("RAISE 'this one is cursed'")
    const study = await makeStudy(service)
    const [cursed, ...fine] = await tell(study.id, [
      'Cursed.',
      'For the accountant.',
      'For taxes.',
      'To file.',
    ])

    await digestAll(service, engine)

    expect(await digestedAnswers()).toEqual(fine)
    expect(await waitingAnswers()).toEqual([{ answer_id: cursed, attempts: 1, error: 'this one is cursed' }])
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('and ends what digests it is set aside once it was lost alone, and nothing counts against the others', async () => {
    await onCursedAnswer('PERFORM pg_terminate_backend(pg_backend_pid())')
    const study = await makeStudy(service)
    const [cursed, ...fine] = await tell(study.id, [
      'Cursed.',
      'For the accountant.',
      'For taxes.',
      'To file.',
    ])
    let lost = 0
    const attempts = new Set<number>()

    await eventually(async () => {
      await digestOnce(service.deps, engine).catch(() => lost++)
      for (const job of await waitingAnswers()) if (job.answer_id !== cursed) attempts.add(job.attempts)
      expect(await digestedAnswers()).toEqual(fine)
    })

    expect(lost).toBe(7)
    expect([...attempts]).toEqual([0])
    const [job, ...others] = await waitingAnswers()
    expect(job).toMatchObject({ answer_id: cursed, attempts: 1 })
    expect(job?.error).toMatch(/lost 7 times.*terminat/i)
    expect(others).toEqual([])
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('is as old as its first attempt in the metrics and in the console, until somebody has it tried again', async () => {
    const study = await makeStudy(service)
    await service.call('POST', `/research/studies/${study.id}/answers/`, answer())
    await service.db.query(
      "UPDATE answer_job SET queued_at = now() - interval '2 hours', due_at = now() + interval '10 minutes', attempts = 4",
    )

    const { body: metrics } = await send(`${service.url}/metrics`, 'GET')
    const waiting = await get(service, '/digest')
    await service.db.query('UPDATE answer_job SET failed_at = now()')
    await act(service, 'POST', '/digest/retry')
    const retried = await get(service, '/digest')

    const [, age] = /^fieldnote_digest_oldest_job_seconds (\S+)$/m.exec(metrics) ?? []
    expect(Number(age)).toBeGreaterThanOrEqual(7_200)
    expect(waiting.oldest_seconds).toBeGreaterThanOrEqual(7_200)
    expect(retried.pending).toBe(1)
    expect(retried.oldest_seconds).toBeLessThan(7_200)
  })
})

describe('a project whose background work fails', () => {
  it('does not keep a single loop from the other projects', async () => {
    const other = await anotherProject(service)
    const [id] = await post(service, EXPORT)
    await digestAll(service, engine)
    laterBy(service, 1)
    await post(other, PASSWORD)
    await digestAll(service, engine)
    const { body: tag } = await act(service, 'POST', '/tags', {
      label: 'rows',
      config: { keywords: ['rows'] },
    })
    await service.db.query(`CREATE FUNCTION refuse_tag() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'no tags today'; END $$;
      CREATE TRIGGER refuse_tag BEFORE INSERT ON observation_tag FOR EACH ROW EXECUTE FUNCTION refuse_tag()`)
    await act(service, 'POST', `/tags/${tag.id}/rematch`)
    await post(other, EXPORT)

    for (let look = 0; look < 4; look++) {
      laterBy(service, 1)
      await digestOnce(service.deps, engine).catch(() => {})
    }

    await expectAllDigested(service.db, other.projectId)
    expect((await readObservation(service, id as string)).tags).toEqual([])
  })
})

/** What an observation that crashes the server, or a worker, looks like from outside: the transaction is gone, and no error. */
const loseCursed = ({ db }: TestService) =>
  db.query(`
    CREATE OR REPLACE FUNCTION refuse_cursed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM observation WHERE id = NEW.observation_id AND title LIKE 'Cursed%')
      THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NEW;
    END $$`)

describe('a batch that is lost again and again', () => {
  it('is halved until the observation at fault is alone, which is set aside with the error', async () => {
    await loseCursed(service)
    const [cursed, ...fine] = await postEach(service, [CURSED, ...EXPORT, ...PASSWORD])
    let lost = 0
    const digested = async () =>
      (await service.db.query('SELECT observation_id FROM observation_digest ORDER BY 1')).rows.map(
        (row) => row.observation_id,
      )

    await eventually(async () => {
      await digestOnce(service.deps, engine).catch(() => lost++)
      expect(await digested()).toEqual(fine)
    })

    expect(lost).toBe(7)
    const { digest } = await readObservation(service, cursed as string)
    expect(digest).toMatchObject({ state: 'pending', error: expect.stringContaining('lost 7 times') })
    expect(digest.error).toMatch(/terminat/i)
    await expectCountersToAddUp(service.db, service.projectId)
  })

  it('shows in the metrics, with how long it has been waiting', async () => {
    await post(service, [CURSED, DARK[0] as typeof CURSED])
    await service.db.query("UPDATE digest_job SET queued_at = now() - interval '1 hour'")
    await service.db.query(
      'UPDATE digest_job SET failed_at = now() WHERE observation_id = (SELECT id FROM observation ORDER BY id LIMIT 1)',
    )

    const { body: metrics } = await send(`${service.url}/metrics`, 'GET')
    const { oldest_seconds } = await get(service, '/digest')

    const read = (name: string) =>
      Number(new RegExp(`^fieldnote_digest_${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    expect([read('pending'), read('failed')]).toEqual([1, 1])
    expect(read('lag_seconds')).toBeGreaterThanOrEqual(0)
    expect(read('oldest_job_seconds')).toBeGreaterThanOrEqual(3_600)
    expect(oldest_seconds).toBeGreaterThanOrEqual(3_600)
  })
})
