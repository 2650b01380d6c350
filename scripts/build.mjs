// Compiles src to dist and copies what is not TypeScript: the migrations and the API reference's script.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

rmSync('dist', { recursive: true, force: true })
const tsc = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (tsc.status !== 0) process.exit(tsc.status ?? 1)

cpSync('src/db/migrations', 'dist/db/migrations', { recursive: true })
mkdirSync('dist/docs', { recursive: true })
const swaggerUi = join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static')
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css'])
  cpSync(join(swaggerUi, file), join('dist/docs', file))
