// A letter as an email: plain text, and the same as HTML with links.
import { escapeHtml } from '../domain/escape-html.ts'
import type { Letter, LetterItem } from './letter.ts'

/** Keeps text from agents from adding headers. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

export function mailBody({ subject, parts, url, ending }: Letter): {
  subject: string
  text: string
  html: string
} {
  const text = parts.flatMap(({ heading, items, more }) => [
    ...(heading ? [heading, ''] : []),
    ...items.map(plainItem),
    ...(more > 0 ? [`and ${more} more: ${url}`, ''] : []),
  ])
  const html = parts.flatMap(({ heading, items, more }) => [
    ...(heading ? [`<h3>${escapeHtml(heading)}</h3>`] : []),
    ...items.map(richItem),
    ...(more > 0 ? [`<p><a href="${escapeHtml(url)}">and ${more} more</a></p>`] : []),
  ])
  if (ending) {
    text.push('-- ', `${ending.line} ${ending.url}`)
    html.push(`<p><small><a href="${escapeHtml(ending.url)}">${escapeHtml(ending.line)}</a></small></p>`)
  }
  return { subject: oneLine(subject), text: text.join('\n'), html: html.join('\n') }
}

function plainItem({ line, url, about, quote }: LetterItem): string {
  return [line, about, quote && `“${quote}”`, url, ''].filter((part) => part !== null).join('\n')
}

function richItem({ line, url, about, quote }: LetterItem): string {
  const parts = [
    `<a href="${escapeHtml(url)}"><b>${escapeHtml(line)}</b></a>`,
    about && `<br><small>${escapeHtml(about)}</small>`,
    quote && `<blockquote>${escapeHtml(quote)}</blockquote>`,
  ]
  return `<p>${parts.filter(Boolean).join('\n')}</p>`
}
