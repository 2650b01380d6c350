// The benchmark's notes and tags as the tag matcher takes them.
import type { TaggedNote } from '../src/digest/tags/evidence.ts'
import type { KnownTag } from '../src/digest/tags/tag.ts'
import type { Product } from './benchmark.ts'

export const taggedNotes = ({ notes, vectors }: Product): TaggedNote[] =>
  notes.map(({ title, description }, at) => ({
    id: String(at),
    title,
    description,
    vector: vectors[at] as Float32Array,
  }))

/** With label, description and keywords, as the product's team set them up; nobody has judged anything yet. */
export const knownTags = ({ tags, tagVectors }: Product): KnownTag[] =>
  tags.map(({ label, description, keywords }, t) => ({
    tag: { id: label, label, config: { description, keywords } },
    vectors: [tagVectors[t] as Float32Array, tagVectors[tags.length + t] as Float32Array],
    verdicts: [],
  }))
