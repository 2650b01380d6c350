// An agent that reads the known issues and names one for a part of its notes, rightly or wrongly.
import { seededRandom } from '../../src/sample/seeded-random.ts'
import type { Product } from '../benchmark.ts'

const RIGHT = 0.5
const WRONG = 0.1

/** For each note, the place of an earlier one whose issue the agent names; null: it names none. */
export function scriptedAgent({ notes }: Product): (at: number) => number | null {
  const random = seededRandom(notes.length)
  const named = notes.map(({ label }, at) => {
    const draw = random()
    const earlier = notes.slice(0, at).map((note, place) => ({ place, same: note.label === label }))
    const wanted = earlier.filter(({ same }) => (draw < RIGHT ? same : !same))
    if (draw >= RIGHT + WRONG || wanted.length === 0) return null
    return wanted[Math.floor(random() * wanted.length)]?.place ?? null
  })
  return (at) => named[at] ?? null
}
