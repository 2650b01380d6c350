// The Python client: its own tests against a running service, and the examples of its README.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeStudy, startService, type TestService } from '../service.ts'

const execute = promisify(execFile)
const FOLDER = join(import.meta.dirname, '../../packages/python')
const [first = '', ...recipes] = [
  ...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^```python\n(.*?)^```$/gms),
].map(([, text = '']) => text)

const missing = await execute('python3', ['--version']).then(
  () => false,
  () => true,
)

let service: TestService
beforeAll(async () => {
  service = await startService()
  await makeStudy(service)
})

const python = (...args: string[]) => {
  const env = {
    PATH: process.env.PATH,
    PYTHONDONTWRITEBYTECODE: '1',
    FIELDNOTE_URL: service.url,
    FIELDNOTE_PROJECT_ID: service.projectId,
    FIELDNOTE_API_KEY: service.key,
  }
  return execute('python3', args, { cwd: FOLDER, env })
}

describe.skipIf(missing)(
  `the client for Python${missing ? ' (skipped: there is no python3 here)' : ''}`,
  () => {
    it('passes its own tests against this service', async () => {
      const { stderr } = await python('-m', 'unittest', 'tests.test_client')

      expect(stderr).toMatch(/^Ran [1-9]\d* tests in .*\n\nOK\n$/m)
      const { rows } = await service.db.query(
        "SELECT id FROM observation WHERE user_quote = 'It just stops!'",
      )
      expect(rows).toHaveLength(1)
    })

    it('does what its README shows', async () => {
      const before = await service.count('observation')

      const { stdout } = await python('-c', first)

      expect(stdout).toMatch(/#.*\nstored [\da-f-]{36}\nasking: Why do you export\?\n$/s)
      expect(await service.count('observation')).toBe(before + 1)
    })

    it('has recipes that are programs', async () => {
      expect(recipes).toHaveLength(2)
      for (const recipe of recipes) await python('-c', 'import ast, sys; ast.parse(sys.argv[1])', recipe)
    })
  },
)
