// Compiles the digest and its evaluation to .eval and runs one of its entry files there.
// Usage: node scripts/eval.mjs <main|train> [options]
import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'

const [entry = 'main', ...options] = process.argv.slice(2)
const tsc = spawnSync('node_modules/.bin/tsc', ['-p', 'tsconfig.eval.json'], { stdio: 'inherit' })
if (tsc.status !== 0) process.exit(tsc.status ?? 1)

const digest = 'src/digest'
for (const file of readdirSync(digest, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.bin')) cpSync(`${digest}/${file}`, `.eval/${digest}/${file}`)
}
const run = spawnSync(process.execPath, ['--max-old-space-size=3000', `.eval/eval/${entry}.js`, ...options], {
  stdio: 'inherit',
})
process.exit(run.status ?? 1)
