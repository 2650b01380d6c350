// The browser that the console is tested in: where it is, and how it is installed where it is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The one without a window first: a visitor costs it 0.15 s of processor time, the others 1.1 s. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Nothing of this reaches the network by itself: a test machine may have none. */
export const FLAGS = [
  '--no-sandbox', // it refuses to start as root with one
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a Chromium, or undefined. */
export const findChromium = () =>
  [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path !== undefined && existsSync(path))

function install() {
  const { platform, getuid } = process
  if (platform !== 'linux' || getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Error('No Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH to one.')
  process.stdout.write('Installing Chromium from the Debian packages for the console tests\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const packages = ['chromium-headless-shell', 'fonts-liberation']
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed: install Chromium yourself, then try again.`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url) && !findChromium())
  try {
    install()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
