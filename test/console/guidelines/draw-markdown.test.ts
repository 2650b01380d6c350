import { createElement, Fragment, isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { drawMarkdown } from '../../../console/src/components/guidelines/draw-markdown.ts'
import { LIMITS } from '../../../src/contract/limits.ts'

const drawn = (text: string) => renderToStaticMarkup(createElement(Fragment, null, ...drawMarkdown(text, {})))

/** A part again and again, until the text has so many characters. */
const of = (part: string) => (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
const around = (before: string, after: string) => (length: number) => {
  const times = Math.floor(length / (before.length + after.length))
  return `${before.repeat(times)}x${after.repeat(times)}`
}
const growing = (line: (times: number) => string) => (length: number) => {
  let text = ''
  for (let times = 1; text.length < length; times++) text += line(times)
  return text.slice(0, length)
}

const HOSTILE: Record<string, (length: number) => string> = {
  'nested quotes': of('> '),
  'quotes, each deeper': growing((times) => `${'>'.repeat(times)}a\n\n`),
  'quotes that lines go on with': (length) => `> a\n${of('b\n')(length)}`,
  'nested lists': of('- '),
  'nested numbers': of('1. '),
  'lists, each deeper': growing((times) => `${'  '.repeat(times)}- a\n`),
  'lists in quotes': of('> - '),
  items: of('- a\n'),
  'loose items': of('- a\n\n'),
  'empty items': of('-\n'),
  'an item that lines go on with': (length) => `- a\n${of('b\n')(length)}`,
  'opening brackets': of('['),
  'brackets in brackets': around('[', ']'),
  'brackets on lines': of('[\n'),
  'links that do not end': of('[a](b'),
  'links with titles that do not end': of('[a](b "'),
  'links in links': around('[', '](x)'),
  'pictures in pictures': around('![', '](x)'),
  'definitions and their uses': (length) => of('[a]: b\n')(length / 2) + of('[a]')(length / 2),
  'openings of emphasis': of('*a '),
  'closings of emphasis': of('a_ '),
  'emphasis that may open or close': of('a**b*c'),
  'emphasis in emphasis': around('*', '*'),
  'emphasis of two kinds': around('*_', '_*'),
  'emphasis that crosses': of('*a _b* '),
  'runs of backticks, each longer': growing((times) => `${'`'.repeat(times)} `),
  'runs of backticks of two lengths': of('`a``'),
  fences: of('~~~a\n'),
  'bars and short rows': (length) =>
    `${of('|a')(length / 3)}\n${of('|-')(length / 3)}\n${of('|\n')(length / 3)}`,
  tables: of('a|b\n-|-\n\n'),
  'delimiters of tables': of('|-|-\n'),
  'spaces in a delimiter': (length) => `a|b\n-|-${' '.repeat(length)}x`,
  headings: of('# a\n'),
  'signs that close a heading': (length) => `# a ${of('# ')(length)}`,
  underlines: of('a\n=\n'),
  'rules that are none': of('* * * a\n'),
  'unfinished HTML': of('<a b="'),
  'unfinished addresses': of('<http://'),
  'unfinished entities': of('&#'),
  backslashes: of('\\'),
  spaces: (length) => `a${' '.repeat(length)}b`,
  tabs: (length) => `${'\t'.repeat(length)}b`,
  'hard breaks': of('a  \n'),
}

describe('Markdown', () => {
  it.each([
    ['# One\n\n## Two\n\n### Three', '<h2 data-level="1">One</h2><h3 data-level="2">Two</h3><h4>Three</h4>'],
    ['###### Six', '<h6>Six</h6>'],
    ['a *b* **c** `d`\\\ne', '<p>a <em>b</em> <strong>c</strong> <code>d</code><br/>e</p>'],
    ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
    ['3. a\n\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['> said\n\n---', '<blockquote><p>said</p></blockquote><hr/>'],
    ['```js\n<b> & c\n```', '<pre><code>&lt;b&gt; &amp; c</code></pre>'],
    ['<b onclick="x()">b</b>', '<p>&lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt;</p>'],
    [
      '![a cat](https://example.com/cat.png) ![][c]\n\n[c]: /c.png',
      '<p><span>[image: a cat]</span> <span>[image]</span></p>',
    ],
    [
      '| a | |\n|--:|---|\n| `1` | 2 |',
      '<div><table><thead><tr><th style="text-align:right">a</th><td></td></tr></thead>' +
        '<tbody><tr><td style="text-align:right"><code>1</code></td><td>2</td></tr></tbody></table></div>',
    ],
  ])('%j is drawn as it reads', (text, html) => {
    expect(drawn(text)).toBe(html)
  })

  it.each([
    [
      '[x](https://example.com)',
      'href="https://example.com" target="_blank" rel="noopener noreferrer nofollow"',
    ],
    ['[x][y]\n\n[y]: https://example.com', 'href="https://example.com"'],
    ['<https://example.com>', 'href="https://example.com"'],
    ['[x](/p/1/issues/2)', '<a href="/p/1/issues/2">x</a>'],
    ['[x](javascript:alert(1))', '<span>x</span>'],
    ['[x][y]\n\n[y]: <javascript:alert(1)>', '<span>x</span>'],
    ['[x](data:text/html,x)', '<span>x</span>'],
    ['[x](//elsewhere.example)', '<span>x</span>'],
    ['[x][nowhere]', '[x][nowhere]'],
  ])('%j leads only where a reader may follow', (text, html) => {
    expect(drawn(text)).toContain(html)
  })

  it('keeps the text of what nests deeper than it draws', () => {
    expect(drawn(`${'> '.repeat(40)}deep`)).toMatch(/^(<blockquote>){16}<p>(&gt; ?){24}deep<\/p>/)
    expect(drawn(`${'- '.repeat(40)}deep`)).toMatch(/^(<ul><li>){16}(- ){24}deep<\/li>/)
    expect(drawn(`${'*a '.repeat(40)}deep${'*'.repeat(40)}`)).toMatch(
      /^<p>(<em>a ){16}(a ){24}deep(<\/em>){16}<\/p>$/,
    )
    expect(drawn(`${'!['.repeat(40)}deep${'](x)'.repeat(40)}`)).toBe('<p><span>[image: deep]</span></p>')
  })

  it.each(Object.entries(HOSTILE))('draws a text full of %s in full, in bounded depth', (_, full) => {
    const text = `first\n\n${full(LIMITS.commentLength)}\n\n\`\`\`\n\nlast`
    const nodes = drawMarkdown(text, {})

    expect(depthOf(nodes)).toBeLessThan(60)
    const html = renderToStaticMarkup(createElement(Fragment, null, ...nodes))
    expect(html).toMatch(/^<p>first<\/p>/)
    expect(html).toContain('last')
    expect(html.length).toBeLessThan(20 * text.length)
  })
})

/** No more of them than the stack would hold are on the way at once. */
function depthOf(nodes: ReactNode[]): number {
  let depth = 0
  for (let level = nodes; level.length > 0; depth++) {
    const elements = level.filter((node) => isValidElement<{ children?: ReactNode }>(node))
    level = elements.flatMap(({ props }) => [props.children].flat() as ReactNode[])
  }
  return depth
}
