// The language in which to describe an issue: English if one of the nearest members is English, else that of most
// members.
import type { CenteredNote } from './center.ts'

/** How much farther from the center than the nearest member an English one may be. */
const NEAR = 0.12

export function inOneLanguage(members: CenteredNote[]): CenteredNote[] {
  const language = languageFor(members)
  return members.filter(({ note }) => note.language === language)
}

function languageFor(members: CenteredNote[]): string {
  const nearest = Math.max(...members.map(({ closeness }) => closeness))
  const isNear = ({ closeness }: CenteredNote) => closeness >= nearest - NEAR
  if (members.some((member) => member.note.language === 'en' && isNear(member))) return 'en'
  const counts = new Map<string, number>()
  for (const { note } of members) counts.set(note.language, (counts.get(note.language) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? 'en'
}
