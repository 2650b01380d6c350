// npm run tree -- [revision] — files per folder, longest files and longest functions, then and now.
import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'

const ROOTS = ['src', 'console/src', 'packages/client/src', 'test', 'bench', 'scripts', 'eval']
const SHOWN = 12

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })

for (const revision of [process.argv[2], 'HEAD'].filter(Boolean)) {
  const files = git('ls-tree', '-r', '--name-only', revision, ...ROOTS)
    .trim()
    .split('\n')
  const code = files.filter((file) => /\.(tsx?|mjs)$/.test(file))
  const texts = new Map(code.map((file) => [file, git('show', `${revision}:${file}`)]))
  const folders = countBy(files.map((file) => dirname(file)))
  const lengths = [...texts].map(([file, text]) => [file, text.split('\n').length])
  const functions = [...texts].flatMap(([file, text]) =>
    lengthsOfFunctions(text).map(([name, lines]) => [`${file} ${name}`, lines]),
  )
  console.log(`\n== ${revision}: ${files.length} files in ${new Set(files.map(dirname)).size} folders`)
  print('files in a folder', [...folders])
  print('lines in a file', lengths)
  print('lines in a function', functions)
}

function countBy(keys) {
  const counts = new Map()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Functions at the top level of a file, from their first line to the brace that closes them. */
function lengthsOfFunctions(text) {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const name =
      /^(?:export )?(?:default )?(?:async )?function\*? (\w+)|^(?:export )?const (\w+) = .*=> \{$/.exec(line)
    if (!name) return []
    const end = lines.findIndex((other, below) => below > at && other === '}')
    return end < 0 ? [] : [[name[1] ?? name[2], end - at + 1]]
  })
}

function print(title, rows) {
  console.log(`\n${title}`)
  for (const [name, count] of rows.sort((a, b) => b[1] - a[1]).slice(0, SHOWN))
    console.log(String(count).padStart(6), name)
}
