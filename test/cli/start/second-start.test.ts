// A start on data that is there already.
import { afterAll, expect, it } from 'vitest'
import { batch, send } from '../../service.ts'
import { migrated } from '../../setup/migrated-folder.ts'
import { cleanUp, newFolder, rowsIn, start, welcomeOf } from '../program.ts'

afterAll(cleanUp)

it('a second start is quiet, and finds its project, key and observations', async () => {
  const dataDir = await migrated(newFolder())
  const first = await start({ DATA_DIR: dataDir })
  const { projectId, apiKey } = welcomeOf(first)
  const post = (url: string) =>
    send(`${url}/v1/project/${projectId}/observations/`, 'POST', batch(), {
      Authorization: `ApiKey ${apiKey}`,
    })
  await post(first.url)
  await first.stop()

  const second = await start({ DATA_DIR: dataDir })

  expect(second.output.stdout).toBe(`Fieldnote is ready at ${second.url}\n`)
  expect((await post(second.url)).status).toBe(201)
  expect(await rowsIn(dataDir, 'SELECT id FROM project')).toEqual([{ id: projectId }])
  expect(await rowsIn(dataDir, 'SELECT count(*)::int FROM api_key')).toEqual([{ count: 1 }])
  expect(await rowsIn(dataDir, 'SELECT count(*)::int FROM observation')).toEqual([{ count: 2 }])
  expect((await second.stop()).code).toBe(0)
})

it('starts that happen together make one project, and exactly one of them shows its key', async () => {
  const dataDir = newFolder()

  const services = await Promise.all([start({ DATA_DIR: dataDir }), start({ DATA_DIR: dataDir })])

  const shown = services.map((service) => welcomeOf(service).apiKey).filter(Boolean)
  expect(shown).toHaveLength(1)
  expect(await rowsIn(dataDir, 'SELECT count(*)::int FROM project')).toEqual([{ count: 1 }])
  const codes = (await Promise.all(services.map((service) => service.stop()))).map(({ code }) => code)
  expect(codes).toEqual([0, 0])
})
