// The language that an issue is described in: English where it has a say, else that of most members.
import type { Centred } from './center.ts'

/** How far from the nearest member an English one may be and still speak for the issue. */
const NEAR = 0.12

export function inOneLanguage(members: Centred[]): Centred[] {
  const language = languageFor(members)
  return members.filter(({ telling }) => telling.language === language)
}

function languageFor(members: Centred[]): string {
  const nearest = Math.max(...members.map(({ closeness }) => closeness))
  const isNear = ({ closeness }: Centred) => closeness >= nearest - NEAR
  if (members.some((member) => member.telling.language === 'en' && isNear(member))) return 'en'
  const counts = new Map<string, number>()
  for (const { telling } of members) counts.set(telling.language, (counts.get(telling.language) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first?.[0] ?? 'en'
}
