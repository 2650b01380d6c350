// `npm run dev`: one command for the service, the console with hot reload and sample data; one Ctrl-C ends all of it.
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { eventually } from '../eventually.ts'
import { PATIENCE_MS } from '../patience.ts'
import { cookieOf, send } from '../service.ts'
import { cleanUp, expectNoPostgres, launch, newFolder, REPOSITORY } from './program.ts'

afterAll(cleanUp)

it(
  'serves the console from source in front of the service, signed in and filled, and ends whole',
  async () => {
    const dataDir = newFolder()
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
    const dev = launch({ args: [join(REPOSITORY, 'scripts/dev.mjs')], env, cwd: REPOSITORY })
    const said = await eventually(() => summaryOf(dev.output), 3 * PATIENCE_MS) // compiled, started, filled

    const [page, module] = await Promise.all([send(said.url, 'GET'), send(`${said.url}/src/main.tsx`, 'GET')])
    const credentials = { email: said.email, password: said.password }
    const entered = await send(`${said.url}/api/auth/sign-in/email`, 'POST', credentials, {
      Origin: said.url,
    })
    const projects = await send(`${said.url}/api/projects`, 'GET', undefined, { Cookie: cookieOf(entered) })
    dev.process.kill('SIGINT')
    const { code } = await dev.ended

    expect([page.status, module.status, entered.status, projects.status]).toEqual([200, 200, 200, 200])
    expect(page.body).toContain('/@vite/client')
    const [own, sample] = ['My project', 'Sample'].map((name) =>
      projects.body.items.find((project: { name: string }) => project.name === name),
    )
    expect(sample.sample_of).toBe(own.id)
    expect(code).toBe(0)
    expectNoPostgres(dataDir)
  },
  6 * PATIENCE_MS,
)

function summaryOf({ stdout, stderr }: { stdout: string; stderr: string }) {
  const [, url, email, password] = /Console {2}(\S+) {2}\((\S+), password (\S+)\)/.exec(stdout) ?? []
  if (!url || !email || !password) throw new Error(`not ready: ${stdout}${stderr}`)
  return { url, email, password }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
