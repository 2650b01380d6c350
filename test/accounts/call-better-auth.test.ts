// The storages of better-auth cost every promise of the process something for as long as they are on.
import { AsyncResource } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestStateAsyncLocalStorage } from '@better-auth/core/context'
import { beforeAll, describe, expect, it } from 'vitest'
import { callBetterAuth } from '../../src/accounts/call-better-auth.ts'
import { send, signIn, startService, type TestService } from '../service.ts'

/** From Node 24 on, storages put no hook on promises, and there is nothing to switch off. */
const FOLLOWS_PROMISES = Number(process.versions.node.split('.')[0]) < 24

const storage = await getRequestStateAsyncLocalStorage()
const state = new WeakMap()

/** Reads what was stored when it was made; nothing once the storage was switched off. */
const readerMadeInside = () => storage.run(state, () => AsyncResource.bind(() => storage.getStore()))

describe('a call of better-auth', () => {
  it.runIf(FOLLOWS_PROMISES)('leaves its storages off', async () => {
    const read = await callBetterAuth(async () => readerMadeInside())

    expect(read()).toBeUndefined()
  })

  it.runIf(FOLLOWS_PROMISES)('leaves them off when it fails, too', async () => {
    let read = () => state as unknown
    const failing = callBetterAuth(async () => {
      read = readerMadeInside()
      throw new Error('refused')
    })

    await expect(failing).rejects.toThrow('refused')
    expect(read()).toBeUndefined()
  })

  it('takes nothing from another that is under way', async () => {
    let go = () => {}
    const first = new Promise<void>((resolve) => {
      go = resolve
    })
    const other = callBetterAuth(() =>
      storage.run(state, async () => {
        await first
        await nextTurn()
        return storage.getStore()
      }),
    )

    await callBetterAuth(async () => {})
    go()

    expect(await other).toBe(state)
  })
})

describe('the service', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
  })

  it.runIf(FOLLOWS_PROMISES)('has them off after a visit of somebody who is signed in', async () => {
    const { headers } = await signIn(service)
    const read = readerMadeInside()

    const { body } = await send(`${service.url}/api/session`, 'GET', undefined, headers)

    expect(body.account).toMatchObject({ id: expect.any(String) })
    expect(read()).toBeUndefined()
  })
})
