// Compiles src to dist and copies what is not TypeScript: the migrations and the API reference's script.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

rmSync('dist', { recursive: true, force: true })
const tsc = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (tsc.status !== 0) process.exit(tsc.status ?? 1)

cpSync('src/db/migrations', 'dist/db/migrations', { recursive: true })
mkdirSync('dist/docs', { recursive: true })
cpSync(require.resolve('rapidoc/dist/rapidoc-min.js'), 'dist/docs/rapidoc-min.js')
