// Installs what the tests need from the Debian packages, where that is possible; elsewhere it says what to do.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Ends the process with a line for the person who runs the tests when it cannot. */
export function installFromDebian(what, packages, instead) {
  const { platform, getuid } = process
  if (platform !== 'linux' || getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    fail(`No ${what} found: ${instead}`)
  process.stdout.write(`Installing ${what} from the Debian packages for the tests\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) fail(`apt-get ${args[0]} failed: install ${what} yourself, then try again.`)
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
