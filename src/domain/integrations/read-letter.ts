// The contents of a digest message: its sections that are not empty.
import {
  LETTER_PARTS,
  type Letter,
  type LetterSection,
  selectLetterSection,
} from '../../db/integrations/digest-letters.ts'
import type { Tx } from '../../db/pool.ts'

/** Issues per section; the console shows the rest. */
const ISSUES_PER_SECTION = 5

export async function readLetter(tx: Tx, letter: Omit<Letter, 'limit'>): Promise<LetterSection[]> {
  const sections: LetterSection[] = []
  for (const part of LETTER_PARTS)
    sections.push(await selectLetterSection(tx, part, { ...letter, limit: ISSUES_PER_SECTION }))
  return sections.filter(({ count }) => count > 0)
}
