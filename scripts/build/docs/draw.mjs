// A page of the documentation as HTML, and its text by sections. Raw HTML in a document stays text.
const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign])

export function drawPage(chapters, page, blocks) {
  const link = ({ path, title }) =>
    `<a href="${path}"${path === page.path ? ' aria-current="page"' : ''}>${escaped(title)}</a>`
  const navigation = chapters.map(
    ({ title, pages }) =>
      `<h2>${title}</h2>\n<ul>\n${pages.map((one) => `<li>${link(one)}</li>`).join('\n')}\n</ul>`,
  )
  const source = page.file ? `<footer><a href="/docs/${page.file}">This page as Markdown</a></footer>` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(page.title)} · Fieldnote</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/docs/site.css">
<script src="/docs/site.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="home" href="/docs">Fieldnote docs</a>
<div class="search" role="search">
<input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off">
<ul hidden></ul>
</div>
<a class="menu" href="#pages">Menu</a>
<a class="console" href="/">Console</a>
</header>
<div class="columns">
<main id="main">
${drawBlocks(blocks)}
${source}
</main>
<nav id="pages" aria-label="Documentation">
${navigation.join('\n')}
</nav>
</div>
</body>
</html>
`
}

const drawBlocks = (blocks) => blocks.map(drawBlock).join('\n')

function drawBlock(block) {
  switch (block.type) {
    case 'heading': {
      const id = anchorOf(textOf(block.children))
      return `<h${block.level} id="${id}"><a href="#${id}">${drawInlines(block.children)}</a></h${block.level}>`
    }
    case 'paragraph':
      return `<p>${drawInlines(block.children)}</p>`
    case 'quote':
      return `<blockquote>${drawBlocks(block.children)}</blockquote>`
    case 'code': // may be scrolled, so it must be reachable with the keyboard
      return `<pre tabindex="0"><code>${escaped(block.text)}</code></pre>`
    case 'rule':
      return '<hr>'
    case 'list': {
      const items = block.items.map((item) => `<li>${drawItem(item, block.isLoose)}</li>`).join('\n')
      return block.start === null ? `<ul>${items}</ul>` : `<ol start="${block.start}">${items}</ol>`
    }
    case 'table': {
      const [head, ...rows] = block.rows
      return `<div class="table" tabindex="0"><table><thead>${drawRow(head, 'th')}</thead>
<tbody>${rows.map((row) => drawRow(row, 'td')).join('\n')}</tbody></table></div>`
    }
  }
}

/** Items of a tight list are lines, those of a loose one paragraphs. */
const drawItem = (item, isLoose) =>
  item
    .map((block) => (block.type === 'paragraph' && !isLoose ? drawInlines(block.children) : drawBlock(block)))
    .join('\n')

/** A heading that is empty heads nothing. */
const drawRow = (cells, tag) =>
  `<tr>${cells
    .map((cell) => (cell.length > 0 ? `<${tag}>${drawInlines(cell)}</${tag}>` : '<td></td>'))
    .join('')}</tr>`

const drawInlines = (inlines) => inlines.map(drawInline).join('')

function drawInline(inline) {
  switch (inline.type) {
    case 'text':
      return escaped(inline.text)
    case 'code':
      return `<code>${escaped(inline.text)}</code>`
    case 'image':
      return `<img src="${escaped(inline.url)}" alt="${escaped(inline.text)}" loading="lazy">`
    case 'break':
      return '<br>'
    case 'link':
      return `<a href="${escaped(pathOf(inline.url))}">${drawInlines(inline.children)}</a>`
    default:
      return `<${inline.type}>${drawInlines(inline.children)}</${inline.type}>`
  }
}

/** Documents link to each other's files; the pages have the same paths without the ending. */
const pathOf = (url) => (/^[a-z]+:/.test(url) ? url : url.replace(/\.md(?=#|$)/, ''))

/** As GitHub names a heading in an address. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const textOf = (inlines) =>
  inlines.map((one) => ('text' in one ? one.text : 'children' in one ? textOf(one.children) : ' ')).join('')

/** What the search looks through: each heading with the text up to the next. */
export function sectionsOf(page, blocks) {
  const sections = []
  for (const block of blocks) {
    if (block.type === 'heading') {
      const heading = textOf(block.children)
      const path = block.level === 1 ? page.path : `${page.path}#${anchorOf(heading)}`
      sections.push({ path, chapter: page.chapter, page: page.title, heading, text: '' })
    } else if (sections.length > 0) sections.at(-1).text += `${wordsOf(block)} `
  }
  return sections
}

function wordsOf(block) {
  if (block.type === 'code') return block.text
  if (block.type === 'quote') return block.children.map(wordsOf).join(' ')
  if (block.type === 'list') return block.items.flat().map(wordsOf).join(' ')
  if (block.type === 'table') return block.rows.flat().map(textOf).join(' ')
  return block.type === 'paragraph' ? textOf(block.children) : ''
}
