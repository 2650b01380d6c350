// kill -9 of the worker while messages are on their way: each arrives at least once, under one id.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { DIST } from '../built.ts'
import { atEnd } from '../closings.ts'
import { makeIssue } from '../issues.ts'
import { startService, type TestService } from '../service.ts'
import { openReceiver, type Receiver } from './receiver.ts'

const EVENTS = 6
const KILLS = 3

let service: TestService
let receiver: Receiver
beforeAll(async () => {
  service = await startService()
  receiver = await openReceiver()
})

const running = new Set<ChildProcess>()
atEnd(async () => {
  for (const child of running) child.kill('SIGKILL')
})

function startWorker(): ChildProcess {
  const { host, port, user, database } = service.connection
  const address = new URLSearchParams({ host: String(host), port: String(port) })
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    DATABASE_URL: `postgres://${user}@localhost/${database}?${address}`,
    ALLOW_PRIVATE_TARGETS: 'yes',
    LOG_LEVEL: 'warn',
  }
  const child = spawn(process.execPath, [join(DIST, 'main.js'), 'worker'], { env, stdio: 'inherit' })
  running.add(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await ended
  running.delete(child)
}

it(`tells ${EVENTS} events though the worker is killed ${KILLS} times in the midst of it`, async () => {
  const path = `/projects/${service.projectId}` as const
  await service.admin('POST', `${path}/targets`, {
    name: 'Hook',
    format: 'webhook',
    address: receiver.url,
    rhythm: 'each',
    events: ['issue.commented'],
  })
  const { id } = await makeIssue(service, 'Export stops early')
  for (let n = 1; n <= EVENTS; n++)
    await service.admin('POST', `${path}/issues/${id}/comments`, { body: `Comment ${n}` })
  receiver.answer = 'hang'

  let worker = startWorker()
  for (let killed = 1; killed <= KILLS; killed++) {
    const before = receiver.received.length
    await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
    if (killed === KILLS) receiver.answer = 204
    await kill(worker)
    worker = startWorker()
  }

  const delivered = () =>
    service.db
      .query("SELECT id FROM event_message WHERE state = 'delivered'")
      .then(({ rowCount }) => rowCount)
  await expect.poll(delivered).toBe(EVENTS)
  await kill(worker)
  const ids = new Map<string, Set<unknown>>()
  for (const { headers, body } of receiver.received) {
    const event = body.data.event_id
    ids.set(event, (ids.get(event) ?? new Set()).add(headers['webhook-id']))
  }
  expect([...ids.values()].map((known) => known.size)).toEqual(Array(EVENTS).fill(1))
  expect(receiver.received.length).toBeGreaterThan(EVENTS)
})
