// What a process keeps in memory of the database, so that agents' calls ask for nothing twice: keys, and what is set for a project.
// Each is used at its project's current version only, and writes are checked by the database all the same.
import { timingSafeEqual } from 'node:crypto'
import type { NoteChoices } from '../contract/guidelines/note-settings.ts'
import { type GuidelineRow, selectGuideline } from '../db/guidelines/guidelines.ts'
import { selectNoteSettings } from '../db/guidelines/note-settings.ts'
import type { Tx } from '../db/pool.ts'
import { type PrivacyRow, selectPrivacy } from '../db/privacy/privacy.ts'
import { type FoundKey, selectApiKeyByHash } from '../db/projects/api-keys.ts'
import { type LimitsRow, selectLimits } from '../db/projects/project-limits.ts'
import { type ProjectRow, selectProject } from '../db/projects/projects.ts'
import { type StudyRow, selectActiveStudies } from '../db/research/studies.ts'
import { hashApiKey } from './projects/api-key-format.ts'
import { createProjectVersions, type ProjectVersions } from './projects/project-versions.ts'
import { type Soon, whenKnown } from './soon.ts'

export type Kept = {
  /** A key of a deleted project is none. Unknown keys are looked up each time. */
  key(key: string): Soon<FoundKey | undefined>
  /** The same object for as long as nothing changes: what is made of it can be kept with it. */
  settings(projectId: string): Soon<ProjectSettings>
  /** A key, where nothing has to be asked for; null where it has. */
  keyAtOnce(key: string): FoundKey | null
  /** Something changed, or may have: nothing kept is used before the database was asked. */
  doubt: ProjectVersions['doubt']
}

export type ProjectSettings = {
  /** Undefined when it was deleted. */
  project: ProjectRow | undefined
  privacy: PrivacyRow
  limits: LimitsRow
  guideline: GuidelineRow | undefined
  notes: NoteChoices
  /** Their `answer_count` is exact in one respect: whether it has reached the cap; so is `answers_today` for the pace. */
  activeStudies: StudyRow[]
}

const MOST = 10_000 // of each; the one that was read longest ago goes

export function createKept(tx: Tx, trustMs?: number): Kept {
  const versions = createProjectVersions(tx, trustMs)
  const [keys, settings] = [keepKeys(tx, versions), keepSettings(tx, versions)]
  return { key: keys.find, keyAtOnce: keys.atOnce, settings: settings.find, doubt: versions.doubt }
}

type KeptSettings = { version: number | undefined; value: Soon<ProjectSettings> }

function keepSettings(tx: Tx, versions: ProjectVersions) {
  const kept = new Map<string, KeptSettings>()
  const read = (projectId: string, version: number | undefined): Promise<ProjectSettings> => {
    // Read after its version: it may be newer than that, never older.
    const value = selectSettings(tx, projectId)
    const entry: KeptSettings = { version, value }
    remember(kept, projectId, entry)
    value.then(
      (known) => {
        entry.value = known
      },
      () => kept.get(projectId) === entry && kept.delete(projectId),
    )
    return value
  }
  const find: Kept['settings'] = (projectId) =>
    whenKnown(versions.current(projectId), (version) => {
      const found = kept.get(projectId)
      return found && found.version === version ? found.value : read(projectId, version)
    })
  return { find }
}

async function selectSettings(tx: Tx, projectId: string): Promise<ProjectSettings> {
  const [project, privacy, limits, guideline, notes, activeStudies] = await Promise.all([
    selectProject(tx, projectId),
    selectPrivacy(tx, projectId),
    selectLimits(tx, projectId),
    selectGuideline(tx, projectId),
    selectNoteSettings(tx, projectId),
    selectActiveStudies(tx, projectId),
  ])
  return { project, privacy, limits, guideline, notes, activeStudies }
}

/** By the key itself: hashing it again for every call took 6 % of a read. */
function keepKeys(tx: Tx, versions: ProjectVersions) {
  const kept = new Map<string, FoundKey>()
  const lookUp = async (key: string): Promise<FoundKey | undefined> => {
    const learn = versions.learner()
    const hash = hashApiKey(key)
    const row = await selectApiKeyByHash(tx, hash)
    kept.delete(key)
    if (!row || !timingSafeEqual(row.hash, hash)) return undefined
    learn(row.project_id, row.version)
    remember(kept, key, row)
    return row
  }
  const find: Kept['key'] = (key) => {
    const found = kept.get(key)
    if (!found) return lookUp(key)
    return whenKnown(versions.current(found.project_id), (version) =>
      version === found.version ? found : lookUp(key),
    )
  }
  const atOnce: Kept['keyAtOnce'] = (key) => {
    const found = kept.get(key)
    return found && versions.atOnce(found.project_id)?.version === found.version ? found : null
  }
  return { find, atOnce }
}

function remember<V>(kept: Map<string, V>, place: string, value: V): void {
  kept.delete(place)
  kept.set(place, value)
  if (kept.size > MOST) kept.delete(kept.keys().next().value as string)
}
