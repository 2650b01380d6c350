// The browser that the console is tested in: where it is, and how it is installed where it is missing.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installFromDebian } from '../install-debian.mjs'

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

if (process.argv[1] === fileURLToPath(import.meta.url) && !findChromium())
  installFromDebian(
    'Chromium',
    ['chromium-headless-shell', 'fonts-liberation'],
    'install Chromium or Chrome, or set CHROMIUM_PATH to one.',
  )
