// npm run --silent licenses: every package that an install gets, with its version and license.
import { readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { pathToFileURL } from 'node:url'
import { shrinkwrapOf } from './shrinkwrap.mjs'

/** Whoever uses these may do so in any product, also a closed one. 0BSD, Unlicense and the like ask for even less than MIT. */
const PERMISSIVE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'PostgreSQL',
  'MIT-0',
  'Unlicense',
]

export function licensesOf(lock) {
  const { packages } = shrinkwrapOf(lock)
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license }]) => ({
      name: path.split('node_modules/').at(-1),
      version,
      license: license ?? 'unknown',
    }))
}

/** `A OR B` is a choice, `A AND B` binds to both. */
export const isPermissive = (license) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => PERMISSIVE.includes(part)))

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  for (const { name, version, license } of licensesOf(lock)) console.log(`${license}\t${name}@${version}`)
}
