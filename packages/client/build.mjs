// npm run build — compiles src to dist.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

rmSync('dist', { recursive: true, force: true })
const tsc = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (tsc.status !== 0) process.exit(tsc.status ?? 1)

// The compiler names the compiled files in the JavaScript, but in the declarations still the sources.
for (const name of readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.d.ts'),
)) {
  const file = join('dist', name)
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}
