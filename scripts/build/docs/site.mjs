// The documentation site: the documents as HTML pages with their navigation, and what its search looks through. Written at build
// time; src/http/pages/documents.ts serves it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import '../../typescript.mjs'
import { drawPage, sectionsOf } from './draw.mjs'

const { DOCUMENTS } = await import('../../../src/http/pages/documents.ts')
const { parseMarkdown } = await import('../../../console/src/components/guidelines/parse-markdown.ts')

const CHAPTERS = [
  { folder: 'start', title: 'Start' },
  { folder: 'use', title: 'Use' },
  { folder: 'build', title: 'Build' },
  { folder: 'run', title: 'Run' },
  { folder: 'internals', title: 'Internals' },
].map((chapter) => ({
  ...chapter,
  pages: DOCUMENTS.filter(({ file }) => dirname(file) === chapter.folder).map(pageOf),
}))

const REFERENCE = {
  path: '/docs/api',
  title: 'API reference',
  about: 'every operation, public and administrative',
}
const SKILL = pageOf(DOCUMENTS.find(({ file }) => file === 'SKILL.md'))
CHAPTERS.find(({ folder }) => folder === 'build').pages.push(REFERENCE, SKILL)

function pageOf({ file, title, about }) {
  return { file, path: `/docs/${file.replace(/\.md$/, '')}`, title, about }
}

/** `read` gives the text of a document as it is served. */
export function writeSite(target, read) {
  const pages = CHAPTERS.flatMap(({ title, pages }) => pages.map((page) => ({ ...page, chapter: title })))
  const index = []
  for (const page of pages.filter(({ file }) => file)) {
    const blocks = parseMarkdown(read(page.file).replace(/^---\n[\s\S]+?\n---\n/, ''))
    index.push(...sectionsOf(page, blocks))
    write(join(target, page.file.replace(/\.md$/, '.html')), drawPage(CHAPTERS, page, blocks))
  }
  write(join(target, 'index.html'), drawPage(CHAPTERS, { path: '/docs', title: 'Documentation' }, contents()))
  write(join(target, 'search.json'), JSON.stringify(index))
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function contents() {
  const list = ({ title, pages }) => [
    `## ${title}`,
    pages.map((page) => `- [${page.title}](${page.path}): ${page.about}`).join('\n'),
  ]
  return parseMarkdown(
    [
      '# Fieldnote documentation',
      'New here? Begin with the [quickstart](/docs/start/quickstart). Agents read the same pages as Markdown: [llms.txt](/llms.txt) lists them.',
      ...CHAPTERS.flatMap(list),
    ].join('\n\n'),
  )
}
