// npm-shrinkwrap.json for the packed package: the tested versions of what it needs, and nothing else. Whoever installs the
// package gets these: npm does not read the `overrides` and the lock file of a dependency.
// `node scripts/release/shrinkwrap.mjs` writes it before packing, `--remove` takes it away, because npm would prefer it here, too.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { pathToFileURL } from 'node:url'

const FILE = 'npm-shrinkwrap.json'

export function shrinkwrapOf({ packages, ...lock }) {
  const { devDependencies: _, workspaces: __, ...root } = packages['']
  const kept = { '': root }
  const visit = (from, entry) => {
    for (const [name, optional] of wantedBy(entry)) {
      const path = placeOf(packages, from, name)
      if (path === null && !optional)
        throw new Error(`${from || 'the package'} needs ${name}, which is not in the lock file`)
      if (path === null || kept[path]) continue
      const { dev: _, devOptional, peer: __, ...found } = packages[path]
      kept[path] = { ...found, ...(devOptional && optional && { optional: true }) }
      visit(path, found)
    }
  }
  visit('', root)
  const sorted = Object.keys(kept).sort()
  return { ...lock, packages: Object.fromEntries(sorted.map((path) => [path, kept[path]])) }
}

/** Names, and whether one can do without. */
function wantedBy({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [
    ...[...Object.keys(dependencies), ...peers].map((name) => [name, false]),
    ...Object.keys(optionalDependencies).map((name) => [name, true]),
  ]
}

/** Where Node would find it. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return null
  }
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  if (argv.includes('--remove')) rmSync(FILE, { force: true })
  else {
    const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
    writeFileSync(FILE, `${JSON.stringify(shrinkwrapOf(lock), null, 2)}\n`)
  }
}
