// Members of issues, as descriptions are made from them.
import type { Telling } from '../../../src/digest/describe/center.ts'

/** A direction in the plane: tellings of like angles are alike. */
export const pointing = (degrees: number): Float32Array =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180))

let told = 0

/** Each from a user of its own, in English, at the centre, unless it is said otherwise. */
export function telling(title: string, description = '', own: Partial<Telling> = {}): Telling {
  const id = String(++told).padStart(4, '0')
  return { id, userId: `user-${id}`, title, description, language: 'en', vector: pointing(0), ...own }
}
