// Markdown as it reads. Raw HTML stays text, pictures are not loaded, and links lead only where a reader may follow.
import type { ComponentProps } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import classes from './markdown.module.css'
import { tables } from './markdown-tables.ts'

type Plugins = ComponentProps<typeof ReactMarkdown>['remarkPlugins']

const FOLLOWABLE = /^(https?:|mailto:|\/p\/)/i

const COMPONENTS: Components = {
  // The page's own title stands above these.
  h1: ({ children }) => <h2 data-level={1}>{children}</h2>,
  h2: ({ children }) => <h3 data-level={2}>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  th: ({ children, style }) => (children ? <th style={style}>{children}</th> : <td />),
  a: SafeLink,
  img: ({ alt }) => <span className={classes.picture}>[image{alt ? `: ${alt}` : ''}]</span>,
  table: ({ children }) => (
    <div className={classes.table}>
      <table>{children}</table>
    </div>
  ),
}

/** `plugins` may read more into the text, such as mentions. */
export function MarkdownText({ text, plugins = [] }: { text: string; plugins?: NonNullable<Plugins> }) {
  return (
    <div className={classes.markdown}>
      <ReactMarkdown
        remarkPlugins={[tables, ...plugins]}
        components={COMPONENTS}
        urlTransform={(address) => (FOLLOWABLE.test(address) ? address : '')}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}

function SafeLink({ href, children }: ComponentProps<'a'>) {
  if (!href) return <span>{children}</span>
  if (href.startsWith('mailto:') && String(children).startsWith('@'))
    return <strong className={classes.mention}>{children}</strong>
  if (href.startsWith('/p/')) return <a href={href}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
