// npm run console:icons — writes console/src/icons/tabler.ts anew: whichever icons the console imports from it, by Tabler's
// names. All six thousand as components were a third of the files that `npm ci` writes; here they are one file of data.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { formatted } from '../formatted.mjs'

const require = createRequire(import.meta.url)
const CONSOLE = fileURLToPath(new URL('../../console/src/', import.meta.url))
const WRITTEN = join(CONSOLE, 'icons/tabler.ts')

/** The file's text, for the icons that the console imports. */
export function iconsFile() {
  const { icons, aliases } = require('@iconify-json/tabler/icons.json')
  const lines = usedNames().map((name) => {
    const key = tablerName(name)
    const { parent, ...turned } = aliases[key] ?? { parent: key }
    const icon = Object.keys(turned).length === 0 && icons[parent]
    if (!icon) throw new Error(`Tabler has no icon "${key}", which ${name} would be: see tabler.io/icons.`)
    return `export const ${name} = ${drawingOf(icon.body)}`
  })
  return formatted('tabler.ts', `${HEADER}\n\n${lines.join('\n')}\n`)
}

const HEADER = `// Written by \`npm run console:icons\`: whichever icons the console imports from here, by Tabler's names.
/*! Tabler Icons, https://tabler.io/icons, MIT License, Copyright (c) 2020-2026 Paweł Kuna */
import { filled, lined } from './icon.tsx'`

function usedNames() {
  const files = readdirSync(CONSOLE, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  const imported = files
    .flatMap((path) => [...readFileSync(join(CONSOLE, path), 'utf8').matchAll(IMPORTED)])
    .flatMap(([, names]) => names.match(/\bIcon\w+/g) ?? [])
  return [...new Set(imported)].sort()
}

const IMPORTED = /import (?:type )?\{([^}]*)\} from '[./]+icons\/tabler\.ts'/g

/** IconCircleHalf2 is circle-half-2. */
const tablerName = (name) =>
  name
    .replace(/^Icon/, '')
    .replace(/(?<!^)([A-Z]|\d+)/g, '-$1')
    .toLowerCase()

function drawingOf(body) {
  const tags = [...body.matchAll(/<(\w+)([^>]*)>/g)].map(([, name, text]) => ({
    name,
    ...attributesOf(text),
  }))
  const [{ name: _, d: __, ...style }, ...others] = tags
  const paths = tags.filter(({ name }) => name === 'path').map(({ d }) => `'${d}'`)
  const isPlain = others.every(({ name, d, ...more }) => name === 'path' && Object.keys(more).length === 0)
  const drawn = isPlain && JSON.stringify(style)
  if (drawn === LINES) return `lined(${paths.join(', ')})`
  if (drawn === AREA && paths.length === 1) return `filled(${paths})`
  throw new Error(`An icon that is neither lines nor one area: ${body}`)
}

const attributesOf = (text) =>
  Object.fromEntries([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

const LINES = JSON.stringify({
  fill: 'none',
  stroke: 'currentColor',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
  'stroke-width': '2',
})
const AREA = JSON.stringify({ fill: 'currentColor' })

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(WRITTEN, iconsFile())
