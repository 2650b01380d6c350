// A study that is being edited: form values, validation, and what is sent.

import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study, StudyCreate } from '../../../../../src/contract/research/studies.ts'
import { tooLong } from '../../../components/forms/text-length.tsx'

export type StudyDraft = {
  question: string
  eligibility_criteria: string
  /** In percent. */
  sampling: number | string
  /** `2026-03-14 09:30:00` in the viewer's time zone. */
  starts_at: string | null
  ends_at: string | null
  max_answers: number | string
  max_answers_per_day: number | string
}

export const BLANK: StudyDraft = {
  question: '',
  eligibility_criteria: '',
  sampling: 100,
  starts_at: null,
  ends_at: null,
  max_answers: '',
  max_answers_per_day: '',
}

export function draftOf(study: Study): StudyDraft {
  return {
    question: study.question,
    eligibility_criteria: study.eligibility_criteria,
    sampling: Number((study.sampling_rate * 100).toFixed(2)),
    starts_at: toLocal(study.starts_at),
    ends_at: toLocal(study.ends_at),
    max_answers: study.max_answers ?? '',
    max_answers_per_day: study.max_answers_per_day ?? '',
  }
}

/** The same question to the same users, without start and end. */
export const copyOf = (study: Study): StudyDraft => ({ ...draftOf(study), starts_at: null, ends_at: null })

export function toBody(draft: StudyDraft): StudyCreate {
  return {
    question: draft.question.trim(),
    eligibility_criteria: draft.eligibility_criteria.trim(),
    sampling_rate: Number((Number(draft.sampling) / 100).toFixed(4)),
    starts_at: toInstant(draft.starts_at),
    ends_at: toInstant(draft.ends_at),
    max_answers: toLimit(draft.max_answers),
    max_answers_per_day: toLimit(draft.max_answers_per_day),
  }
}

const toLimit = (entered: number | string): number | null => (entered === '' ? null : Number(entered))

type Check = (value: never, draft: StudyDraft) => string | null

function checkLimit(value: number | string): string | null {
  return value !== '' && Number(value) < 1 ? 'Enter 1 or more, or leave empty for no limit' : null
}

export const CHECKS = {
  question: (value: string) =>
    value.trim() === '' ? 'Enter a question' : tooLong(value.trim(), LIMITS.questionLength),
  eligibility_criteria: (value: string) => tooLong(value.trim(), LIMITS.criteriaLength),
  sampling: (value: number | string) =>
    value === '' || Number(value) < 0 || Number(value) > 100 ? 'Must be between 0 and 100' : null,
  ends_at: (value: string | null, { starts_at }: StudyDraft) =>
    value && starts_at && value <= starts_at ? 'Must be after the start' : null,
  max_answers: checkLimit,
  max_answers_per_day: checkLimit,
} satisfies Partial<Record<keyof StudyDraft, Check>>

/** Maps the server's field names to the form's. */
export function fieldErrors({ sampling_rate, ...fields }: Record<string, string>): Record<string, string> {
  return sampling_rate === undefined ? fields : { ...fields, sampling: sampling_rate }
}

const two = (value: number) => String(value).padStart(2, '0')

function toLocal(iso: string | null): string | null {
  if (iso === null) return null
  const at = new Date(iso)
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}

function toInstant(local: string | null): string | null {
  return local === null ? null : new Date(local.replace(' ', 'T')).toISOString()
}
