// What a process keeps in memory of the database, so that agents' calls ask for nothing twice: keys, projects, guidelines,
// settings for notes and privacy, and active studies. Each is used at its project's current version only, and writes are checked by the database all the same.
import type { NoteChoices } from '../contract/guidelines/note-settings.ts'
import { type GuidelineRow, selectGuideline } from '../db/guidelines/guidelines.ts'
import { selectNoteSettings } from '../db/guidelines/note-settings.ts'
import type { Tx } from '../db/pool.ts'
import { type PrivacyRow, selectPrivacy } from '../db/privacy/privacy.ts'
import { type FoundKey, selectApiKeyByHash } from '../db/projects/api-keys.ts'
import { type ProjectRow, selectProject } from '../db/projects/projects.ts'
import { type StudyRow, selectActiveStudies } from '../db/research/studies.ts'
import { createProjectVersions, type ProjectVersions } from './projects/project-versions.ts'

export type Kept = {
  /** By the key's hash; a key of a deleted project is none. Unknown keys are looked up each time. */
  key(hash: Buffer): Promise<FoundKey | undefined>
  project(projectId: string): Promise<ProjectRow | undefined>
  privacy(projectId: string): Promise<PrivacyRow>
  guideline(projectId: string): Promise<GuidelineRow | undefined>
  noteSettings(projectId: string): Promise<NoteChoices>
  /** Their `answer_count` is exact in one respect: whether it has reached the cap; so is `answers_today` for the pace. */
  activeStudies(projectId: string): Promise<StudyRow[]>
  /** Something changed, or may have: nothing kept is used before the database was asked. */
  doubt: ProjectVersions['doubt']
}

const MOST = 10_000 // of each; the one that was read longest ago goes

export function createKept(tx: Tx, trustMs?: number): Kept {
  const versions = createProjectVersions(tx, trustMs)
  return {
    key: keepKeys(tx, versions),
    project: keep(versions, (id) => selectProject(tx, id)),
    privacy: keep(versions, (id) => selectPrivacy(tx, id)),
    guideline: keep(versions, (id) => selectGuideline(tx, id)),
    noteSettings: keep(versions, (id) => selectNoteSettings(tx, id)),
    activeStudies: keep(versions, (id) => selectActiveStudies(tx, id)),
    doubt: versions.doubt,
  }
}

function keep<T>(versions: ProjectVersions, read: (projectId: string) => Promise<T>) {
  const kept = new Map<string, { version: number | undefined; value: Promise<T> }>()
  return async (projectId: string): Promise<T> => {
    const version = await versions.current(projectId)
    const found = kept.get(projectId)
    if (found && found.version === version) return found.value
    // Read after its version: it may be newer than that, never older.
    const value = read(projectId)
    remember(kept, projectId, { version, value })
    value.catch(() => kept.delete(projectId))
    return value
  }
}

function keepKeys(tx: Tx, versions: ProjectVersions) {
  const kept = new Map<string, FoundKey>()
  return async (hash: Buffer): Promise<FoundKey | undefined> => {
    const place = hash.toString('latin1')
    const found = kept.get(place)
    if (found && (await versions.current(found.project_id)) === found.version) return found
    const learn = versions.learner()
    const row = await selectApiKeyByHash(tx, hash)
    kept.delete(place)
    if (!row) return undefined
    learn(row.project_id, row.version)
    remember(kept, place, row)
    return row
  }
}

function remember<V>(kept: Map<string, V>, place: string, value: V): void {
  kept.delete(place)
  kept.set(place, value)
  if (kept.size > MOST) kept.delete(kept.keys().next().value as string)
}
