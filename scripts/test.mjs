// npm test — the build, lint, types and every test. npm test -- <file or options>: those tests alone, from source.
import { spawnSync } from 'node:child_process'

const chosen = process.argv.slice(2)
if (chosen.length === 0)
  for (const script of ['build', 'lint', 'types']) run('npm', ['run', '--silent', script])
run('node_modules/.bin/vitest', ['run', ...chosen])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
