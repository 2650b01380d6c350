// Several processes behind one port: any of them may be killed, and one signal ends them all.
import { execFileSync } from 'node:child_process'
import { afterAll, expect, it } from 'vitest'
import { ready } from '../../scripts/program.ts'
import { eventually } from '../eventually.ts'
import { ADMIN_TOKEN, batch, send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, expectNoPostgres, launch, MAIN, newFolder, rowsIn, run } from './program.ts'

const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'
const KEY = 'chosen-key'

afterAll(cleanUp)

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((child) => child > 0)

it('answers on one port while one process is killed and replaced, deletes what is due, and stops with all of them', async () => {
  const dataDir = await migrated(newFolder())
  const bootstrap = { BOOTSTRAP_PROJECT_ID: PROJECT, BOOTSTRAP_API_KEY: KEY, ADMIN_TOKEN }
  const args = [MAIN, 'serve', '--role', 'api', '--processes', '2']
  const service = await ready(launch({ args, env: { DATA_DIR: dataDir, PORT: '0', ...bootstrap } }))
  const supervisor = service.process.pid as number
  const apis = () =>
    eventually(() => {
      const children = childrenOf(supervisor)
      expect(children).toHaveLength(2)
      return children
    })
  await eventually(() => expect(service.output.stderr.match(/Server listening/g)).toHaveLength(2))
  const [victim, survivor] = (await apis()) as [number, number]
  const post = (said = batch()) =>
    send(`${service.url}/v1/project/${PROJECT}/observations/`, 'POST', said, { 'X-Api-Key': KEY })
  const admin = (method: string, path: string, body?: object) =>
    send(`${service.url}/api/projects/${PROJECT}${path}`, method, body, {
      Authorization: `Bearer ${ADMIN_TOKEN}`,
    })
  await admin('PUT', '/privacy', { retention_days: 30 })
  expect((await post(batch({ observed_at: '2020-01-01T00:00:00Z' }))).status).toBe(201)

  process.kill(victim, 'SIGKILL')
  const after = await eventually(post)
  const now = await eventually(async () => {
    const children = await apis()
    expect(children).not.toContain(victim)
    return children
  })
  // The new process sees to what is due soon after its start.
  await eventually(async () =>
    expect((await admin('GET', '/observations?to=2021-01-01T00:00:00Z')).body.items).toEqual([]),
  )
  const ended = await service.stop()

  expect(after.status).toBe(201)
  expect(now).toContain(survivor)
  expect([ended.code, ended.stdout.match(/is ready at/g)?.length]).toEqual([0, 1])
  expect(await rowsIn(dataDir, 'SELECT id FROM observation')).toEqual([{ id: after.body.results[0].id }])
  for (const pid of now) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expectNoPostgres(dataDir)
})

it.each([
  [['--role', 'neither'], /Allowed choices are all, api, worker/],
  [['--processes', '0'], /--processes must be a whole number from 1 to 64, not "0"/],
  [['--processes', '2'], /PORT must be/],
])('refuses %j by name, before anything is started', async (args, message) => {
  const { code, stderr } = await run(['serve', ...args], { PORT: args[1] === '2' ? 'x' : '0' })

  expect(code).toBe(1)
  expect(stderr).toMatch(message)
})
