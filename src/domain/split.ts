// What every split has in common: the parts taken out must belong to the whole.
import { invalid } from '../contract/refusal.ts'

export type Split = {
  /** Where the request names the parts. */
  field: string
  part: 'answer' | 'observation'
  whole: 'issue' | 'theme'
  wanted: string[]
}

/** Refuses the request if it names a part that is not among the members. */
export function refuseStrangers({ field, part, whole, wanted }: Split, members: string[]): void {
  const known = new Set(members)
  const strangers = wanted
    .map((id, index) => ({ id: id.toLowerCase(), index }))
    .filter(({ id }) => !known.has(id))
  if (strangers.length === 0) return
  throw invalid(
    strangers.map(({ index }) => ({
      loc: ['body', field, index],
      msg: `is no ${part} of this ${whole}`,
      type: part,
    })),
  )
}
