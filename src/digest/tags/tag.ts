// A tag's settings, people's verdicts on it, and the texts that describe it.
import type { TagConfig } from '../../contract/tags/tags.ts'

export type Tag = { id: string; label: string; config: TagConfig }

/** A person confirmed or removed the tag on this observation. */
export type Verdict = { observationId: string; holds: boolean; vector: Float32Array | null }

/** With the vectors of its texts, and people's verdicts. */
export type KnownTag = { tag: Tag; vectors: Float32Array[]; verdicts: Verdict[] }

const spacedLabel = (label: string): string =>
  label
    .replace(/[_\-./]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()

/** The texts to embed: label and description, the label alone, then the examples. */
export function tagTexts({ label, config }: Tag): string[] {
  const own = spacedLabel(label)
  const described = [own, config.description?.trim()].filter(Boolean).join('. ')
  return [described, own, ...(config.examples ?? [])]
}
