// Several processes behind one port: any of them may be killed, and one signal ends them all.
import { execFileSync } from 'node:child_process'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { batch, send } from '../service.ts'
import { cleanUp, expectNoPostgres, launch, MAIN, newFolder, ready, rowsIn, run } from './program.ts'

const PROJECT = '5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b'
const KEY = 'chosen-key'

afterAll(cleanUp)

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((child) => child > 0)

it('answers on one port while one process is killed and replaced, and stops with all of them', async () => {
  const dataDir = newFolder()
  const env = { DATA_DIR: dataDir, BOOTSTRAP_PROJECT_ID: PROJECT, BOOTSTRAP_API_KEY: KEY, PORT: '0' }
  const args = [MAIN, 'serve', '--role', 'api', '--processes', '2']
  const service = await ready(launch({ args, env }))
  const supervisor = service.process.pid as number
  const apis = () =>
    eventually(() => {
      const children = childrenOf(supervisor)
      expect(children).toHaveLength(2)
      return children
    })
  await eventually(() => expect(service.output.stderr.match(/Server listening/g)).toHaveLength(2))
  const [victim, survivor] = (await apis()) as [number, number]
  const post = () =>
    send(`${service.url}/v1/project/${PROJECT}/observations/`, 'POST', batch(), { 'X-Api-Key': KEY })

  process.kill(victim, 'SIGKILL')
  const after = await eventually(post)
  const now = await eventually(async () => {
    const children = await apis()
    expect(children).not.toContain(victim)
    return children
  })
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
