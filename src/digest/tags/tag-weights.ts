// The weights of tag matching, made by `npm run train` from the benchmark's tags.
import { readFileSync } from 'node:fs'

/** The order in the file and in the inputs of `logitOf`. */
const EVIDENCE = [
  'description',
  'label',
  'nearDescription',
  'nearKeyword',
  'nearTitleKeyword',
  'nearWords',
  'nearTitleWords',
] as const
const REST = ['start', 'rivalry', 'noRival', 'absentRival', 'shift', 'halfWay'] as const

export const EVIDENCE_COUNT = EVIDENCE.length

export type TagWeights = {
  /** One weight per piece of evidence. */
  evidence: Float32Array
  start: number
  /** How much other fitting tags subtract. */
  rivalry: number
  /** The competing logit when no other tag fits. */
  noRival: number
  /** The logit of each tag that a project with fewer than `USUAL_TAGS` lacks. */
  absentRival: number
  shift: number
  /** The logit after the vote that becomes a score of one half: the best one on the benchmark. */
  halfWay: number
  /** The mean vector of notes, with which a project's own mean begins. */
  center: Float32Array
}

const FLOAT = 4

export function encodeTagWeights(weights: TagWeights): Buffer {
  const values = [...weights.evidence, ...REST.map((name) => weights[name]), ...weights.center]
  const bytes = Buffer.alloc(values.length * FLOAT)
  for (const [at, value] of values.entries()) bytes.writeFloatLE(value, at * FLOAT)
  return bytes
}

function decodeTagWeights(bytes: Buffer): TagWeights {
  const values = Float32Array.from({ length: bytes.length / FLOAT }, (_, at) => bytes.readFloatLE(at * FLOAT))
  const [start = 0, rivalry = 0, noRival = 0, absentRival = 0, shift = 0, halfWay = 0] =
    values.subarray(EVIDENCE_COUNT)
  const center = values.slice(EVIDENCE_COUNT + REST.length)
  return {
    evidence: values.slice(0, EVIDENCE_COUNT),
    start,
    rivalry,
    noRival,
    absentRival,
    shift,
    halfWay,
    center,
  }
}

let shipped: TagWeights | undefined

export function loadTagWeights(): TagWeights {
  shipped ??= decodeTagWeights(readFileSync(new URL('./tags.bin', import.meta.url)))
  return shipped
}
