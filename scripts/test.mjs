// npm test — the build, lint, types and every test. npm test -- <file or options>: those tests alone, from source.
import { spawn } from 'node:child_process'

const chosen = process.argv.slice(2)
if (chosen.length === 0)
  // Side by side: each of them leaves processors idle for a part of its time.
  await Promise.all(['build', 'lint', 'types'].map((script) => run('npm', ['run', '--silent', script])))
await run('node_modules/.bin/vitest', ['run', ...chosen])

/** Ends everything where the command fails: whatever else runs is stopped with it. */
async function run(command, args) {
  const child = spawn(command, args, { stdio: 'inherit' })
  process.once('exit', () => child.kill())
  const status = await new Promise((resolve) => child.once('close', resolve))
  if (status !== 0) process.exit(status ?? 1)
}
