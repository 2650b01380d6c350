// Whether the build is up to date: newer than everything that it is made from.
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  ...['src', 'console', 'docs', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'],
]
const stampOf = (dist) => join(dist, '.built')

/** To be called last, with the time when the build began, so that whatever changed during the build counts as newer. */
export function markBuilt(dist, begun) {
  writeFileSync(stampOf(dist), '')
  utimesSync(stampOf(dist), begun, begun)
}

export function isBuilt(dist) {
  const built = existsSync(stampOf(dist)) ? statSync(stampOf(dist)).mtimeMs : 0
  return SOURCES.flatMap(filesIn).every((file) => statSync(file).mtimeMs <= built)
}

/** With the folders themselves: theirs is the time of the last removal. */
function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return [path, ...names.filter((name) => !name.includes('node_modules')).map((name) => join(path, name))]
}
