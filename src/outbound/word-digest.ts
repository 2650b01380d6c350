// The text of a daily or weekly digest: what is new, grew, came back and was resolved.
import type { LetterIssue, LetterPart, LetterSection } from '../db/integrations/digest-letters.ts'
import type { Letter, LetterItem } from './letter.ts'
import { counted, figures, firstQuote, issueUrl, type Place, short } from './word-events.ts'

const HEADINGS: Record<LetterPart, string> = {
  new: 'New',
  grew: 'Growing',
  came_back: 'Regressed',
  resolved: 'Resolved',
}

export type Period = { since: Date; until: Date; rhythm: string }

export function wordDigest(
  sections: LetterSection[],
  { since, until, rhythm }: Period,
  place: Place,
): Letter {
  const { project, baseUrl } = place
  const day = (at: Date) =>
    at.toLocaleDateString('en-US', { timeZone: project.time_zone, month: 'long', day: 'numeric' })
  const what = sections.map(({ part, count }) => `${count} ${HEADINGS[part].toLowerCase()}`).join(', ')
  const span = rhythm === 'weekly' ? `${day(since)} to ${day(until)}` : day(since)
  return {
    subject: `[${project.name}] ${span}: ${what}`,
    parts: sections.map(({ part, count, issues }) => ({
      heading: `${HEADINGS[part]}: ${counted(count, 'issue')}`,
      items: issues.map((issue) => wordIssue(part, issue, place)),
      more: count - issues.length,
    })),
    url: `${baseUrl}/p/${project.id}/issues`,
  }
}

function wordIssue(part: LetterPart, issue: LetterIssue, place: Place): LetterItem {
  const grew = part === 'grew' ? ` (${issue.now}, up from ${issue.before})` : ''
  const quote = firstQuote(issue)
  return {
    line: `#${issue.number} ${issue.title}${grew}`,
    url: issueUrl(place, issue.number),
    about: figures(issue),
    quote: part === 'resolved' || quote === null ? null : short(quote),
  }
}
