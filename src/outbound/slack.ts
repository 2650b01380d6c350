// A letter as a message that Slack, and chats that read its format, show.
import { cutText } from '../contract/cut-text.ts'
import type { Letter, LetterItem } from './letter.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const MOST_TEXT = 2_900 // of the 3,000 characters that a section may have

export function slackBody({ subject, parts, url }: Letter): object {
  const sections = parts.flatMap(({ heading, items, more }) => [
    ...(heading ? [`*${escaped(heading)}*`] : []),
    ...items.map(item),
    ...(more > 0 ? [`<${url}|and ${more} more>`] : []),
  ])
  return {
    text: escaped(subject),
    blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text) } })),
  }
}

function item({ line, url, about, quote }: LetterItem): string {
  const lines = [`<${url}|${escaped(line)}>`, about && escaped(about), quote && `> ${escaped(quote)}`]
  return lines.filter(Boolean).join('\n')
}

const cut = (text: string): string => (text.length > MOST_TEXT ? `${cutText(text, MOST_TEXT)}…` : text)
