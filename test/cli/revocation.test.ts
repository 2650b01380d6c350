// Two real processes on one data folder: a key that one revokes is dead on the other within a second.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Service } from '../../scripts/program.ts'
import { batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, newFolder, run, start, welcomeOf } from './program.ts'

const env = { DATA_DIR: newFolder(), ADMIN_TOKEN: 'admin-token-for-tests' }
const admin = { Authorization: 'Bearer admin-token-for-tests' }
let one: Service
let two: Service
let projectId: string
beforeAll(async () => {
  await migrated(env.DATA_DIR)
  one = await start(env)
  two = await start(env)
  projectId = welcomeOf(one).projectId
})
afterAll(cleanUp)

const newKey = async () =>
  (await send(`${one.url}/api/projects/${projectId}/keys`, 'POST', { name: 'Short-lived' }, admin)).body
const post = ({ url }: Service, key: string) =>
  send(`${url}/v1/project/${projectId}/observations/`, 'POST', batch(), { 'X-Api-Key': key })

it.each(['the admin API of one process', 'the command line'])(
  '%s revokes a key for every process',
  async (way) => {
    const { id, key } = await newKey()
    // Used on both, so that neither could still have it in a cache by chance only.
    expect([(await post(one, key)).status, (await post(two, key)).status]).toEqual([201, 201])

    if (way === 'the command line')
      expect((await run(['key', 'revoke', id, '--project', projectId], env)).code).toBe(0)
    else
      expect(
        (await send(`${one.url}/api/projects/${projectId}/keys/${id}`, 'DELETE', undefined, admin)).status,
      ).toBe(204)

    expect([(await post(one, key)).status, (await post(two, key)).status]).toEqual([401, 401])
  },
)

it('a key that one process makes works on the other at once', async () => {
  const { key } = await newKey()

  expect((await post(two, key)).status).toBe(201)
})
