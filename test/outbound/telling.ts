// What tests of alerts share: a receiver, a project of its own for each test, and a clock that they set forward.
import { beforeAll, beforeEach } from 'vitest'
import { deliverOne } from '../../src/outbound/deliver.ts'
import type { Outlets } from '../../src/outbound/send-message.ts'
import { formOnce } from '../../src/worker/loops.ts'
import { inNewProject } from '../digest/digesting.ts'
import type { MadeIssue } from '../issues.ts'
import { type Loose, startService, type TestService } from '../service.ts'
import { openReceiver, type Receiver } from './receiver.ts'

type Made = { service: TestService; receiver: Receiver; outlets: Outlets }

/** Makes messages and sends them, until there is nothing left to do. */
export async function deliverAll({ deps }: TestService, outlets: Outlets): Promise<void> {
  for (let isBusy = true; isBusy; ) {
    const isFormed = await formOnce(deps)
    isBusy = (await deliverOne(deps, outlets)) || isFormed
  }
}

/** For a whole file; `use` is given what each test starts from. */
export function startTelling(use: (made: Made) => void) {
  let shared: TestService
  let service: TestService
  let receiver: Receiver
  let outlets: Outlets
  beforeAll(async () => {
    shared = await startService()
    receiver = await openReceiver()
  })
  beforeEach(async () => {
    await shared.db.query('DELETE FROM event_target')
    service = await inNewProject(shared)
    receiver.received.length = 0
    receiver.answer = 204
    outlets = {
      baseUrl: 'https://notes.example',
      mailer: null,
      reach: { allowPrivate: true, timeoutMs: 300 },
    }
    use({ service, receiver, outlets })
  })

  const at = <const Path extends string>(path: Path) => `/projects/${service.projectId}${path}` as const
  const later = (seconds: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + seconds * 1000)
  }
  return {
    at,
    later,
    async makeTarget(overrides: object = {}): Promise<Loose> {
      const target = { name: 'Hook', format: 'webhook', address: receiver.url, rhythm: 'each', ...overrides }
      const { status, body } = await service.admin('POST', at('/targets'), target)
      if (status !== 201) throw new Error(`no target: ${status} ${JSON.stringify(body)}`)
      return body
    },
    /** Everything that is ready by then. */
    async deliver(afterSeconds = 11): Promise<void> {
      later(afterSeconds)
      await deliverAll(service, outlets)
    },
    comment: (issue: MadeIssue, body = 'Ours.') =>
      service.admin('POST', at(`/issues/${issue.id}/comments`), { body }),
    targetNow: async () => (await service.admin('GET', at('/targets'))).body.items[0],
    messagesOf: async ({ id }: Loose): Promise<Loose[]> =>
      (await service.admin('GET', at(`/targets/${id}/messages`))).body.items,
    types: () => receiver.received.map(({ body }) => body.type),
  }
}
