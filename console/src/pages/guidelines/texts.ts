// The two texts of the guidelines, and which of them are customized.
import type { GuidelinesDetail, GuidelinesVersion } from '../../../../src/contract/guidelines/guidelines.ts'

export const TEXTS = ['observations', 'research'] as const
export type TextName = (typeof TEXTS)[number]

export const TITLES: Record<TextName, string> = { observations: 'Observations', research: 'Research' }

export const ABOUT: Record<TextName, string> = {
  observations: 'When and how agents should write observations.',
  research: 'How agents should ask study questions. They read it only while a study is active.',
}

type OwnTexts = Record<TextName, string | null>

export function inForce(own: OwnTexts, name: TextName, { defaults }: GuidelinesDetail): string {
  return own[name] ?? defaults[name]
}

/** The value to store: the default is stored as null, so that it changes with later releases. */
export function toStore(text: string, name: TextName, { defaults }: GuidelinesDetail): string | null {
  return text === defaults[name] ? null : text
}

/** Version 0 has no author: the texts that come with Fieldnote. */
export type Version = Omit<GuidelinesVersion, 'created_at'> & { created_at: string | null }
