// A letter as a message for Slack and chats that read its format.
import type { Letter, LetterItem } from './letter.ts'
import { cut } from './word-events.ts'

/**
 * Keeps users' text from creating links or mentions. Some chats read `@all` anywhere, so a zero-width space follows the
 * `@`.
 */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, '@\u200B')

const MOST_IN_SECTION = 2_900 // a section may have 3,000 characters
const MOST_IN_TEXT = 1_900 // Discord allows 2,000

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

/** Slack uses it for notifications; Mattermost, Discord and others show only this. As many whole sections as fit. */
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
