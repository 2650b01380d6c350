// The documents: every link leads somewhere, every file they name is there, and every decision has a status and a date.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const REPOSITORY = resolve(import.meta.dirname, '..')
const documentsIn = (folder: string): string[] =>
  readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))

const DECISIONS = documentsIn('docs/adr')
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...documentsIn('docs'),
  ...documentsIn('.github'),
  'packages/client/README.md',
  'packages/python/README.md',
  'training/README.md',
]

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8')
const withoutCode = (text: string): string => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')

/** What stands between the parentheses of a link or a picture. */
const linksOf = (text: string): string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

/** Headings as GitHub names them in an address. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

function deadLinks(document: string, text = read(document)): string[] {
  return linksOf(text).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    if (path === '') return !anchorsOf(text).includes(anchor ?? '')
    const target = join(dirname(document), path)
    if (target.startsWith('..') || !existsSync(join(REPOSITORY, target))) return true
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
  })
}

/** In backticks and beginning with a folder of ours: `src/app.ts`, `test/faults/`. */
const missingFiles = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|console|scripts|bench|eval|docs|packages|training|deploy)\/[\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(REPOSITORY, path)))

describe.each(DOCUMENTS)('%s', (document) => {
  it('has no dead link', () => {
    expect(deadLinks(document)).toEqual([])
  })

  it('names no file that is not there', () => {
    expect(missingFiles(read(document))).toEqual([])
  })
})

describe('the decisions', () => {
  it.each(DECISIONS)('%s says its number, its status and its date', (document) => {
    const number = Number(basename(document).slice(0, 4))
    const superseded = `superseded by \\[\\d{4}\\]\\([\\w-]+\\.md\\)`

    expect(read(document)).toMatch(new RegExp(`^# ${number}\\. `))
    expect(read(document)).toMatch(
      new RegExp(
        `^\\*\\*Status:\\*\\* (accepted|${superseded})\\. \\*\\*Date:\\*\\* \\d{4}-\\d\\d-\\d\\d\\.$`,
        'm',
      ),
    )
  })

  it('have numbers of their own', () => {
    const numbers = DECISIONS.map((document) => basename(document).slice(0, 4))

    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

/** What a document links to as tests, each with the titles in “quotes” that follow. */
const testsNamedIn = (text: string) =>
  [...text.matchAll(/\]\((?:\.\.\/)+(test\/[\w/.-]+\.test\.ts)\)((?:,? “[^”]+”)*)/g)].map(
    ([, file = '', titles = '']) => ({
      file,
      titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }),
  )

const isTitleIn = (file: string, title: string): boolean =>
  ["'", '"', '`'].some((quote) => read(file).includes(quote + title + quote))

describe('the threat model', () => {
  const tests = testsNamedIn(read('docs/internals/threat-model.md')).filter(
    ({ file }) => file !== 'test/docs-links.test.ts',
  )

  it('names each test by its file and its title, and they are there', () => {
    const missing = tests.flatMap(({ file, titles }) =>
      titles.length === 0
        ? [file]
        : titles.filter((title) => !isTitleIn(file, title)).map((title) => `${file}: ${title}`),
    )

    expect(missing).toEqual([])
    expect(tests.length).toBeGreaterThan(20)
  })
})

describe('the promises', () => {
  const rows = (text: string): string[] =>
    [...text.matchAll(/^\| promise \| shown by \|\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(([, table = '']) =>
      table.trim().split('\n'),
    )

  it.each(['docs/internals/reliability.md', 'SECURITY.md'])('of %s each name what shows them', (document) => {
    const promises = rows(read(document))

    expect(promises.filter((row) => !/test\/|npm run|\| the same|tried by hand/.test(row))).toEqual([])
    expect(promises.length).toBeGreaterThan(2)
  })
})

describe('the check itself', () => {
  it.each([
    ['[a](nowhere.md)', ['nowhere.md']],
    ['![a](images/nowhere.png)', ['images/nowhere.png']],
    ['[a](rest.md#nowhere)', ['rest.md#nowhere']],
    ['[a](../../../elsewhere/secret.md)', ['../../../elsewhere/secret.md']],
    ['[a](#nowhere)', ['#nowhere']],
    ['# One, two\n[a](#one-two) [b](rest.md) [c](../../src) [d](https://example.com)', []],
    ['```\n[a](nowhere.md)\n```', []],
  ])('%j: %j', (text, dead) => {
    expect(deadLinks('docs/build/example.md', text)).toEqual(dead)
  })

  it('finds a file that is named and not there', () => {
    expect(missingFiles('`src/nowhere.ts`, `src/app.ts`, `test/faults/`')).toEqual(['src/nowhere.ts'])
  })

  it('looks at every document', () => {
    const all = readdirSync(REPOSITORY, { encoding: 'utf8' }).filter((name) => name.endsWith('.md'))

    expect(DOCUMENTS.filter((path) => !path.includes('/')).sort()).toEqual(all.sort())
    expect(DOCUMENTS.map((path) => statSync(join(REPOSITORY, path)).isFile())).not.toContain(false)
  })
})
