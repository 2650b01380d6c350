import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { drawMarkdown } from '../../../console/src/components/guidelines/draw-markdown.ts'

const drawn = (text: string) => renderToStaticMarkup(createElement(Fragment, null, ...drawMarkdown(text, {})))

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
})
