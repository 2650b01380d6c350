// What a written digest tells: the sections that have something to say.
import {
  LETTER_PARTS,
  type Letter,
  type LetterSection,
  selectLetterSection,
} from '../../db/integrations/digest-letters.ts'
import type { Tx } from '../../db/pool.ts'

/** So many of each section; the console has the rest. */
const TOLD = 5

export async function readLetter(tx: Tx, letter: Omit<Letter, 'limit'>): Promise<LetterSection[]> {
  const sections: LetterSection[] = []
  for (const part of LETTER_PARTS)
    sections.push(await selectLetterSection(tx, part, { ...letter, limit: TOLD }))
  return sections.filter(({ count }) => count > 0)
}
