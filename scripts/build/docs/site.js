// The search of the documentation, in the browser: every word must begin a word of a section; titles and headings count most.
const input = document.querySelector('.search input')
const list = document.querySelector('.search ul')
const MOST = 8

let sections
async function load() {
  sections ??= fetch('/docs/search.json').then((answer) => answer.json())
  return sections
}

const begins = (word) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}`, 'iu')

function scoreOf({ page, heading, text }, patterns) {
  let score = 0
  for (const pattern of patterns) {
    const found = pattern.test(page) ? 8 : pattern.test(heading) ? 6 : pattern.test(text) ? 1 : 0
    if (found === 0) return 0
    score += found
  }
  return score
}

/** From a little before the first word that was searched for, in whole words. */
function excerpt(text, pattern) {
  const from = text.lastIndexOf(' ', Math.max(0, text.search(pattern) - 30)) + 1
  const to = text.lastIndexOf(' ', from + 110)
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length - 1 ? '…' : ''}`
}

function drawResult({ path, chapter, page, heading, text }, patterns) {
  const item = document.createElement('li')
  const link = item.appendChild(document.createElement('a'))
  link.href = path
  const title = heading === page ? page : `${page}: ${heading}`
  for (const [tag, words] of [
    ['strong', title],
    ['span', `${chapter} · ${excerpt(text, patterns[0])}`],
  ])
    link.appendChild(document.createElement(tag)).textContent = words
  return item
}

async function search() {
  const patterns = input.value.trim().split(/\s+/).filter(Boolean).map(begins)
  const scored = (await load()).map((section) => ({ section, score: scoreOf(section, patterns) }))
  const found = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
  list.replaceChildren(...found.map(({ section }) => drawResult(section, patterns)))
  if (found.length === 0)
    list.append(Object.assign(document.createElement('li'), { textContent: 'Nothing found' }))
  list.hidden = patterns.length === 0
}

input.addEventListener('focus', load)
input.addEventListener('input', search)
document.addEventListener('keydown', (event) => {
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement)
  const isSearching = at >= 0 || document.activeElement === input
  if (event.key === '/' && !isSearching) input.focus()
  else if (event.key === 'Escape' && isSearching) list.hidden = true
  else if (event.key === 'Enter' && document.activeElement === input) links[0]?.click()
  else if (event.key === 'ArrowDown' && isSearching) links[at + 1]?.focus()
  else if (event.key === 'ArrowUp' && isSearching) (links[at - 1] ?? input).focus()
  else return
  event.preventDefault()
})
document.addEventListener('click', ({ target }) => {
  if (!target.closest('.search') || target.closest('a')) list.hidden = true
})
