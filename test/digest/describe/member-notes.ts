// Members of issues, as descriptions are made from them.
import type { MemberNote } from '../../../src/digest/describe/center.ts'

/** A direction in the plane: notes of like angles are alike. */
export const pointing = (degrees: number): Float32Array =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))

let told = 0

/** Each from a user of its own, in English, at the center, unless it is said otherwise. */
export function note(title: string, description = '', own: Partial<MemberNote> = {}): MemberNote {
  const id = String(++told).padStart(4, '0')
  return { id, userId: `user-${id}`, title, description, language: 'en', vector: pointing(0), ...own }
}
