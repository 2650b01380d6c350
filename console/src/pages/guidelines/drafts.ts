// Keeps unsaved texts in this tab, so that a reload or a wrong click loses nothing.
import { useSessionStorage } from '@mantine/hooks'
import type { GuidelinesDetail } from '../../../../src/contract/guidelines/guidelines.ts'
import { useProjectId } from '../../session/project.ts'
import { inForce, TEXTS, type TextName } from './texts.ts'

/** The current version when writing began, and the texts that differ from it. */
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
    /** Somebody else has saved since. */
    outdated: changed.length > 0 && stored !== null && stored.version !== guidelines.version,
    /** After seeing the differences, the draft is based on the current version. */
    catchUp: () => stored && setStored({ ...stored, version: guidelines.version }),
  }
}
