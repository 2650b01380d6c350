// A letter as a message that Slack, and chats that read its format, show.
import type { Letter, LetterItem } from './letter.ts'
import { cut } from './word-events.ts'

/** Of what people said, nothing becomes a link or calls anybody: some chats read `@all` anywhere, so a space of no width follows the `@`. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, '@\u200B')

const MOST_IN_SECTION = 2_900 // of the 3,000 characters that a section may have
const MOST_IN_TEXT = 1_900 // of the 2,000 that Discord takes

export function slackBody({ subject, parts, url }: Letter): object {
  const sections = parts.flatMap(({ heading, items, more }) => [
    ...(heading ? [`*${escaped(heading)}*`] : []),
    ...items.map(item),
    ...(more > 0 ? [`<${url}|and ${more} more>`] : []),
  ])
  return {
    text: plainText(escaped(subject), sections, `<${url}|more>`),
    blocks: sections.map((text) => ({
      type: 'section',
      text: { type: 'mrkdwn', text: cut(text, MOST_IN_SECTION) },
    })),
  }
}

/** Slack notifies with it; Mattermost, Discord and others show it alone. Whole sections, as many as fit. */
function plainText(subject: string, sections: string[], more: string): string {
  const lines = [subject]
  for (const section of sections) {
    if ([...lines, section].join('\n\n').length > MOST_IN_TEXT) return [...lines, more].join('\n\n')
    lines.push(section)
  }
  return lines.join('\n\n')
}

function item({ line, url, about, quote }: LetterItem): string {
  const lines = [`<${url}|${escaped(line)}>`, about && escaped(about), quote && `> ${escaped(quote)}`]
  return lines.filter(Boolean).join('\n')
}
