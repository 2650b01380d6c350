// Sample data by command: into a folder whose service is stopped, and beside a running one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Env, Service } from '../../scripts/program.ts'
import { bagOfWords } from '../digest/digesting.ts'
import { type StandIn, startStandIn } from '../digest/models/stand-in.ts'
import { eventually } from '../eventually.ts'
import { HOOK_MS, TEST_MS } from '../patience.ts'
import { send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { cleanUp, DIGESTING, newFolder, rowsIn, run, start, welcomeOf } from './program.ts'

const DATA_DIR = newFolder()
const env: Env = { ...DIGESTING, DATA_DIR, ADMIN_TOKEN: 'admin-token-for-tests' }
afterAll(cleanUp)

describe('fieldnote demo', () => {
  let projectId: string
  let model: StandIn
  beforeAll(async () => {
    model = await startStandIn()
    model.embedAs(bagOfWords) // a month of notes takes our own encoder a quarter of a minute
    Object.assign(env, { EMBEDDINGS_URL: model.url, EMBEDDINGS_MODEL: 'words' })
    await migrated(DATA_DIR)
    const first = await start(env)
    projectId = welcomeOf(first).projectId
    await first.stop()
  })
  afterAll(() => model.close())

  const projectOf = async (service: Service, id: string) =>
    (
      await send(`${service.url}/api/projects/${id}`, 'GET', undefined, {
        Authorization: 'Bearer admin-token-for-tests',
      })
    ).body

  let sampleId: string

  it('makes a sample project beside the only project while nothing runs, and says with what', async () => {
    const { code, stdout } = await run(['demo', '--json'], env)

    expect(code).toBe(0)
    const made = JSON.parse(stdout)
    expect(made).toMatchObject({ project: expect.any(String), studies: 4 })
    expect(made.project).not.toBe(projectId)
    sampleId = made.project
    const rows = await rowsIn(DATA_DIR, 'SELECT project_id, count(*)::int AS n FROM observation GROUP BY 1')
    expect(rows).toEqual([{ project_id: sampleId, n: made.observations }])
  })

  it('refuses to make a second one, in one line', async () => {
    const { code, stdout, stderr } = await run(['demo', '--project', projectId], env)

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^fieldnote: There is already a sample project: [0-9a-f-]{36}\..*\n$/)
  })

  it(
    'is digested and gone on with by the service, and works beside it',
    async () => {
      const service = await start(env)

      await eventually(
        async () => expect((await projectOf(service, sampleId)).sample.complete).toBe(true),
        TEST_MS,
      )

      expect(await projectOf(service, projectId)).toMatchObject({
        sample_of: null,
        sample: { project_id: sampleId },
      })
      await run(['project', 'create', 'Another'], env)
      const unnamed = await run(['demo'], env)
      expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('--project')])
      const projects = JSON.parse((await run(['project', 'list', '--json'], env)).stdout)
      const other = projects.find(({ name }: { name: string }) => name === 'Another')
      expect((await run(['demo', '--project', other.id], env)).code).toBe(0)
      expect((await service.stop()).code).toBe(0)
    },
    HOOK_MS,
  )

  it('is in the help', async () => {
    const { stdout } = await run(['--help'], env)

    expect(stdout).toContain('demo')
  })
})
