// Who may import whom, and how a source file looks. Each failure says what to do.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

type Source = { path: string; text: string }

const ROOT = join(import.meta.dirname, '..')

const filesBelow = (folder: string): Source[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path: normalize(path), text: readFileSync(join(ROOT, folder, path), 'utf8') }))

/** Every source file, with its path as seen from src; the console and the client are rooms like the others, with builds of their own. */
const sources: Source[] = [
  ...filesBelow('src'),
  ...filesBelow('console/src').map(({ path, text }) => ({ path: `console/${path}`, text })),
  ...filesBelow('packages/client/src').map(({ path, text }) => ({ path: `client/${path}`, text })),
]

/** A room is a folder of src, or one of the files that lie in src itself. Rooms may always import themselves. */
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  db: ['contract'],
  domain: ['contract', 'db'],
  http: ['contract', 'domain'],
  rest: ['contract', 'domain', 'http'],
  mcp: ['contract', 'domain', 'http'],
  admin: ['contract', 'domain', 'http', 'sample'],
  accounts: ['contract', 'db', 'domain', 'http', 'outbound'],
  digest: ['contract', 'db', 'domain'],
  outbound: ['contract', 'db', 'domain'],
  sample: ['contract', 'db', 'domain'],
  worker: [
    'contract',
    'domain',
    'db',
    'digest',
    'outbound',
    'sample',
    'http',
    'config',
    'process-facts',
    'start-error',
  ],
  'process-facts': [],
  'start-error': [],
  config: ['contract'],
  app: ['contract', 'domain', 'http', 'rest', 'mcp', 'admin', 'accounts'],
  cli: [
    'contract',
    'db',
    'domain',
    'http',
    'rest',
    'mcp',
    'admin',
    'accounts',
    'digest',
    'outbound',
    'sample',
    'worker',
    'config',
    'process-facts',
    'start-error',
    'app',
  ],
  main: ['contract', 'cli', 'config', 'process-facts'],
  console: ['contract', 'client'],
  client: [], // of other makers: only what a reader of its README installs
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g

const roomOf = (path: string): string => (path.split('/')[0] ?? '').replace(/\.ts$/, '')

/** From the console, src and packages lie two folders up, one of which is the console's own src. */
const seenFromSrc = (path: string): string =>
  path.replace(/^\.\.\/src\//, '').replace(/^\.\.\/packages\/client\/src\//, 'client/')

function importsOf({ path, text }: Source): string[] {
  const found = [...text.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare ?? '')
  const own = found.filter((name) => name.startsWith('.') && !name.endsWith('.css'))
  return own.map((name) => seenFromSrc(normalize(join(path, '..', name))))
}

function forbiddenImports(files: Source[]): string[] {
  return files.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      if (target.startsWith('..'))
        return [`${file.path} imports ${target}: src must not import what lies outside of it`]
      const [from, to] = [roomOf(file.path), roomOf(target)]
      const allowed = MAY_IMPORT[from]
      if (!allowed) return [`${file.path}: src/${from} is a new room: say in MAY_IMPORT whom it may import`]
      if (from === to || allowed.includes(to)) return []
      return [
        `${file.path} imports ${target}: ${from} may import only ${allowed.join(', ') || 'itself'}; move what is shared`,
      ]
    }),
  )
}

/** What they share lies in features and kinds, so that either can be read, and replaced, without the other. */
const entangledDigest = (files: Source[]): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) =>
        [
          ['digest/group/', 'digest/describe/'],
          ['digest/describe/', 'digest/group/'],
        ].some(([from = '', to = '']) => file.path.startsWith(from) && target.startsWith(to)),
      )
      .map(
        (target) => `${file.path} imports ${target}: move what they share to digest/features or digest/kinds`,
      ),
  )

/** The sub-folders of the digest are pure functions: what they need of the database is handed to them. */
const digestOnDatabase = (files: Source[]): string[] =>
  files
    .filter(({ path }) => /^digest\/[^/]+\//.test(path))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => roomOf(target) === 'db')
        .map(
          (target) => `${file.path} imports ${target}: read in a file of src/digest itself, and hand it over`,
        ),
    )

/** It would bring the schema compiler along; the server's answer says what is wrong with a form. */
const validatingPages = (files: Source[]): string[] =>
  files
    .filter((file) => roomOf(file.path) === 'console' && importsOf(file).includes('contract/validate.ts'))
    .map(({ path }) => `${path} imports contract/validate.ts: use limits.ts, labels.ts and types only`)

/** Its types are all that the console has of the client, and in one file: its code would grow the first load. */
const bundledClient = (files: Source[]): string[] =>
  files
    .filter(({ path }) => roomOf(path) === 'console')
    .filter((file) => {
      const bundled = file.text.replaceAll(/import type\b[^'"]*'[^']+'/g, '')
      const counted = file.path === 'console/admin-operations.ts' ? { ...file, text: bundled } : file
      return importsOf(counted).some((target) => roomOf(target) === 'client')
    })
    .map(({ path }) => `${path} imports the client: take types, from console/src/operations.ts`)

/** Only the tools for an agent SDK import that SDK; all else runs wherever there is `fetch`. */
const CLIENT_PEERS: Record<string, RegExp> = {
  'client/ai-sdk.ts': /^ai$/,
  'client/openai-agents.ts': /^@openai\/agents$/,
  'client/langchain.ts': /^@langchain\/core\//,
}

const dependentClient = (files: Source[]): string[] =>
  files
    .filter(({ path }) => roomOf(path) === 'client' && !path.startsWith('client/generated/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(IMPORT)]
        .map(([, from, bare]) => from ?? bare ?? '')
        .filter((name) => !name.startsWith('.') && !CLIENT_PEERS[path]?.test(name))
        .map((name) => `${path} imports ${name}: the client has no dependencies`),
    )

function cycles(files: Source[]): string[] {
  const graph = new Map(files.map((file) => [file.path, importsOf(file)]))
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0)
      found.add(`${[...trail.slice(at), path].join(' → ')}: move what they share into a file of its own`)
    if (at >= 0 || done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return [...found]
}

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')

/** A file that holds nothing but re-exports ties everything that imports it to everything that it exports. */
function barrels(files: Source[]): string[] {
  return files
    .filter(({ text }) => {
      const code = withoutComments(text)
      const rest = code.replaceAll(/export\b[^'"`;]*?from\s*['"][^'"]+['"];?/g, '').trim()
      return rest === '' && code.trim() !== ''
    })
    .map(({ path }) => `${path} only re-exports: import from the files themselves and delete it`)
}

const vagueNames = (files: Source[]): string[] =>
  files
    .filter(({ path }) => /(^|[-.])(utils?|helpers?|common|misc|shared|index)([-.]|$)/.test(basename(path)))
    .map(({ path }) => `${path}: name the file after what it is for`)

const environmentReaders = (files: Source[]): string[] =>
  files
    .filter(
      ({ path, text }) =>
        path !== 'main.ts' &&
        /\bprocess\s*\.\s*env\b|\benv\s*\}\s*=\s*process|\bimport\b[^;\n]*\benv\b[^;\n]*node:process/.test(
          withoutComments(text),
        ),
    )
    .map(({ path }) => `${path} reads process.env: take the value from Config instead`)

function unopened(files: Source[]): string[] {
  return files
    .filter(({ text }) => !/^(#!.*\n)?(\/\/ ?\S|\/\*\*? ?\S)/.test(text))
    .map(({ path }) => `${path}: open it with a comment line or two that say what room this is`)
}

const RULES: [name: string, rule: (files: Source[]) => string[], offender: Source[]][] = [
  [
    'imports only what its room may import',
    forbiddenImports,
    [{ path: 'contract/x.ts', text: "import { a } from '../db/a.ts'" }],
  ],
  [
    'has no import cycle',
    cycles,
    [
      { path: 'db/a.ts', text: "import { b } from './b.ts'" },
      { path: 'db/b.ts', text: "import type {\n  C,\n} from './c.ts'" },
      { path: 'db/c.ts', text: "export { a } from './a.ts'" },
    ],
  ],
  [
    'has no barrels',
    barrels,
    [{ path: 'db/all.ts', text: "// All.\nexport * from './a.ts'\nexport {\n  b,\n} from './b.ts'\n" }],
  ],
  ['has no vague file names', vagueNames, [{ path: 'db/date-utils.ts', text: '' }]],
  [
    'reads process.env in main.ts only',
    environmentReaders,
    [{ path: 'db/a.ts', text: 'const home = process.env.HOME' }],
  ],
  [
    'opens every file with what it is for',
    unopened,
    [{ path: 'db/a.ts', text: "import { b } from './b.ts'\n// Late." }],
  ],
  [
    'keeps the validator out of the browser',
    validatingPages,
    [{ path: 'console/a.ts', text: "import { checker } from '../../src/contract/validate.ts'" }],
  ],
  [
    'keeps the client out of the console, except for its types',
    bundledClient,
    [
      {
        path: 'console/admin-operations.ts',
        text: "import { Issue } from '../../packages/client/src/generated/api.ts'",
      },
    ],
  ],
  [
    'keeps grouping and describing apart',
    entangledDigest,
    [{ path: 'digest/describe/a.ts', text: "import { b } from '../group/b.ts'" }],
  ],
  [
    'keeps the database out of the parts of the digest',
    digestOnDatabase,
    [
      { path: 'digest/group/a.ts', text: "import { b } from '../../db/b.ts'" },
      { path: 'digest/c.ts', text: "import { b } from '../db/b.ts'" },
    ],
  ],
  [
    'keeps the client free of dependencies',
    dependentClient,
    [{ path: 'client/request.ts', text: "import { tool } from 'ai'\nimport type { A } from './a.ts'" }],
  ],
]

/** What the service is about. A layer's sub-folders bear these names, so that two coordinates find any file. */
const SUBJECTS = [
  'projects', // with their keys, members, invites, saved views and live feed
  'observations',
  'users',
  'research',
  'guidelines',
  'issues',
  'tags',
  'accounts',
  'backups', // copies of the whole database, of all projects
  'digest',
  'audit',
  'sample',
  'privacy', // what is redacted, and how long the rest stays
  'integrations', // events, their targets, and tickets
  'imports', // files that become observations
]

/** The layers that are divided by subject, and the sub-folders they may have besides. */
const LAYERS: Record<string, string[]> = {
  'src/contract': [],
  'src/db': ['embedded', 'migrations'],
  'src/domain': [],
  'src/admin': [],
  'console/src/pages': ['overview', 'connect'],
  'console/src/components': ['charts', 'forms', 'lists'],
  'test/contract': [],
  'test/db': ['embedded'],
  'test/domain': [],
  'test/admin': [],
  'test/console': ['overview', 'connect'],
  'test/digest': ['encode', 'features', 'kinds', 'group', 'describe', 'models'],
}

/** Everything in these trees, styles and data too, with its path as seen from the repository. */
const tree: string[] = [
  'src',
  'console/src',
  'packages/client/src',
  'packages/client/generate',
  'test',
  'bench',
  'scripts',
  'eval',
].flatMap((root) =>
  readdirSync(join(ROOT, root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
)

function strangeFolders(paths: string[]): string[] {
  const found = paths.flatMap((path) =>
    Object.entries(LAYERS).flatMap(([layer, besides]) => {
      if (!path.startsWith(`${layer}/`)) return []
      const [folder = '', file] = path.slice(layer.length + 1).split('/')
      const known = file === undefined || SUBJECTS.includes(folder) || besides.includes(folder)
      return known ? [] : [`${layer}/${folder} is no subject: use one of ${SUBJECTS.join(', ')}`]
    }),
  )
  return [...new Set(found)]
}

const FOLDER_RULES: [name: string, rule: (paths: string[]) => string[], offender: string[]][] = [
  ['are named after subjects', strangeFolders, ['src/db/misc/a.ts', 'src/db/misc/b.ts', 'src/db/tags/c.ts']],
]

describe('folders', () => {
  it('are all there', () => {
    const layers = Object.keys(LAYERS)
    expect(layers.filter((layer) => !tree.some((path) => path.startsWith(`${layer}/`)))).toEqual([])
  })

  it.each(FOLDER_RULES)('%s', (_, rule) => {
    expect(rule(tree)).toEqual([])
  })
})

describe('src', () => {
  it('is found, with all its rooms', () => {
    expect(sources.length).toBeGreaterThan(80)
    expect([...new Set(sources.map(({ path }) => roomOf(path)))].sort()).toEqual(
      Object.keys(MAY_IMPORT).sort(),
    )
  })

  it.each(RULES)('%s', (_, rule) => {
    expect(rule(sources)).toEqual([])
  })
})

/** Benches import scripts; the other way round, one could not be read without the other. */
const scriptsOnBench = (files: Source[]): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith('bench/'))
      .map((target) => `${file.path} imports ${target}: move what they share to scripts`),
  )

describe('what is not part of the service', () => {
  const others = tree
    .filter((path) => /^(scripts|bench|test|eval|packages)\/.*\.m?[jt]s$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

  it('has no import cycle', () => {
    expect(others.length).toBeGreaterThan(400)
    expect(cycles(others)).toEqual([])
  })

  it('scripts import nothing of bench', () => {
    const scripts = others.filter(({ path }) => path.startsWith('scripts/'))

    expect(scripts.length).toBeGreaterThan(15)
    expect(scriptsOnBench(scripts)).toEqual([])
  })
})

describe('the rules themselves', () => {
  it('"scripts import nothing of bench" finds an offender', () => {
    const offender = { path: 'scripts/console/a.mjs', text: "import { b } from '../../bench/b.mjs'" }
    expect(scriptsOnBench([offender])).toHaveLength(1)
  })

  it.each(RULES)('"%s" finds an offender', (_, rule, offender) => {
    expect(rule(offender)).toHaveLength(1)
  })

  it.each(FOLDER_RULES)('"folders %s" finds an offender', (_, rule, offender) => {
    expect(rule(offender)).toHaveLength(1)
  })

  it.each([
    ["import { x } from '../../test/service.ts'", 1],
    ["import { x } from '../../console/src/api.ts'", 1],
    ["const x = await import('../db/pool.ts')", 1],
    ["import '../rest/auth.ts'", 1],
    ["import {\n  a,\n  type B,\n} from '../mcp/tool.ts'", 1],
    ["export { a } from '../main.ts'", 1],
    ["import { readFileSync } from 'node:fs'\nimport Type from 'typebox'", 0],
    ["import { a } from '../contract/a.ts'\nimport { b } from './b.ts'", 0],
  ])('a file of http with %j: %i offense', (text, count) => {
    expect(forbiddenImports([{ path: 'http/x.ts', text }])).toHaveLength(count)
  })
})
