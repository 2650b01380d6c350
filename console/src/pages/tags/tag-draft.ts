// A tag that is being edited: form values, validation, and what is sent.

import { LIMITS } from '../../../../src/contract/limits.ts'
import type { TagConfig, TagCreate, TagDetail } from '../../../../src/contract/tags/tags.ts'
import { tooLong } from '../../components/forms/text-length.tsx'
import { formatNumber } from '../../format.ts'

export type TagDraft = {
  label: string
  description: string
  keywords: string[]
  exclude: string[]
  examples: string[]
  closeness: 'automatic' | 'manual'
  threshold: number
  color: string
}

/** The slider's position when the threshold is first customized. */
const FIRST_THRESHOLD = 0.5

export function draftOf(tag: TagDetail | null): TagDraft {
  const config: TagConfig = tag?.config ?? {}
  return {
    label: tag?.label ?? '',
    description: config.description ?? '',
    keywords: config.keywords ?? [],
    exclude: config.exclude ?? [],
    examples: config.examples ?? [],
    closeness: typeof config.threshold === 'number' ? 'manual' : 'automatic',
    threshold: config.threshold ?? FIRST_THRESHOLD,
    color: config.color ?? '',
  }
}

/** Leaves out empty fields. */
export function toBody(draft: TagDraft): TagCreate & { config: TagConfig } {
  const examples = draft.examples.map((text) => text.trim()).filter((text) => text !== '')
  return {
    label: draft.label.trim(),
    config: {
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
      ...(draft.keywords.length > 0 && { keywords: draft.keywords }),
      ...(draft.exclude.length > 0 && { exclude: draft.exclude }),
      ...(examples.length > 0 && { examples }),
      ...(draft.closeness === 'manual' && { threshold: draft.threshold }),
      ...(draft.color !== '' && { color: draft.color }),
    },
  }
}

function phrases(list: string[]): string | null {
  return (
    list.map((phrase) => tooLong(phrase, LIMITS.tagPhraseLength)).find((problem) => problem !== null) ??
    (list.length > LIMITS.tagPhrases ? `Enter ${formatNumber(LIMITS.tagPhrases)} or fewer` : null)
  )
}

export const CHECKS = {
  label: (value: string) =>
    value.trim() === '' ? 'Enter a label' : tooLong(value.trim(), LIMITS.tagLabelLength),
  description: (value: string) => tooLong(value.trim(), LIMITS.tagTextLength),
  keywords: phrases,
  exclude: phrases,
  examples: (list: string[]) =>
    list.map((text) => tooLong(text.trim(), LIMITS.tagTextLength)).find((problem) => problem !== null) ??
    null,
}

/** `config.keywords.3` belongs to the field `keywords`. */
export function fieldErrors(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [
      path.replace(/^config\./, '').split('.')[0] ?? path,
      message,
    ]),
  )
}
