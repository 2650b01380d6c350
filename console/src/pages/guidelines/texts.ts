// The two texts of the guidelines: which words of them are in force, what is being written, and how it is saved.

import { useSessionStorage } from '@mantine/hooks'
import type {
  GuidelinesDetail,
  GuidelinesUpdate,
  GuidelinesVersion,
} from '../../../../src/contract/guidelines/guidelines.ts'
import { api, projectPath } from '../../api.ts'
import { useChange } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'

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

// What is being written, kept in this tab until it is saved: a reload or a wrong click loses nothing.

/** The version that was in force when the writing began, and the texts that differ from it. */
type Stored = { version: number } & Partial<Record<TextName, string>>

export type Drafts = ReturnType<typeof useDrafts>

export function useDrafts(guidelines: GuidelinesDetail) {
  const [stored, setStored, clear] = useSessionStorage<Stored | null>({
    key: `fieldnote-guidelines-${useProjectId()}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  })
  const saved = (name: TextName) => inForce(guidelines, name, guidelines)
  const text = (name: TextName) => stored?.[name] ?? saved(name)
  const changed = TEXTS.filter((name) => text(name) !== saved(name))
  const write = (name: TextName, words: string) => {
    const others = changed.filter((other) => other !== name).map((other) => [other, text(other)])
    const next = words === saved(name) ? others : [...others, [name, words]]
    if (next.length === 0) clear()
    else setStored({ version: stored?.version ?? guidelines.version, ...Object.fromEntries(next) })
  }
  return {
    text,
    saved,
    changed,
    write,
    discard: (name: TextName) => write(name, saved(name)),
    clear,
    /** Somebody saved meanwhile. */
    outdated: changed.length > 0 && stored !== null && stored.version !== guidelines.version,
    /** They were seen: from now on the draft stands on the version in force. */
    catchUp: () => stored && setStored({ ...stored, version: guidelines.version }),
  }
}

/** Saves a version of the guidelines. */
export function useGuidelinesChange() {
  return useChange((change: GuidelinesUpdate, projectId) =>
    api.put(projectPath(projectId, 'guidelines'), change),
  )
}
