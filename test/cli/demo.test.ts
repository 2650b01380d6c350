// Sample data by command: into a folder whose service is stopped, and beside a running one.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { send } from '../service.ts'
import { cleanUp, type Env, newFolder, rowsIn, run, type Service, start, welcomeOf } from './program.ts'

const DATA_DIR = newFolder()
const env: Env = { DATA_DIR, ADMIN_TOKEN: 'admin' }
afterAll(cleanUp)

describe('fieldnote demo', () => {
  let projectId: string
  beforeAll(async () => {
    const first = await start(env)
    projectId = welcomeOf(first).projectId
    await first.stop()
  })

  const projectOf = async (service: Service) =>
    (
      await send(`${service.url}/api/projects/${projectId}`, 'GET', undefined, {
        Authorization: 'Bearer admin',
      })
    ).body

  it('fills the only project while nothing runs, and says with what', async () => {
    const { code, stdout } = await run(['demo', '--json'], env)

    expect(code).toBe(0)
    const filled = JSON.parse(stdout)
    expect(filled).toMatchObject({ project: projectId, studies: 4 })
    const [{ n }] = (await rowsIn(DATA_DIR, 'SELECT count(*)::int AS n FROM observation WHERE sample')) as [
      { n: number },
    ]
    expect(n).toBe(filled.observations)
  })

  it('refuses to fill it twice, in one line', async () => {
    const { code, stdout, stderr } = await run(['demo', '--project', projectId], env)

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: this project has sample data already.*\n$/)
  })

  it('is digested and gone on with by the service, and works beside it', async () => {
    const service = await start(env)

    await vi.waitFor(async () => expect((await projectOf(service)).sample.complete).toBe(true), {
      timeout: 120_000,
      interval: 200,
    })

    await run(['project', 'create', 'Another'], env)
    const unnamed = await run(['demo'], env)
    expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('--project')])
    const projects = JSON.parse((await run(['project', 'list', '--json'], env)).stdout)
    const other = projects.find(({ id }: { id: string }) => id !== projectId)
    expect((await run(['demo', '--project', other.id], env)).code).toBe(0)
    expect((await service.stop()).code).toBe(0)
  }, 150_000)

  it('is in the help', async () => {
    const { stdout } = await run(['--help'], env)

    expect(stdout).toContain('demo')
  })
})
