// Caches API keys and project settings for agents' calls, so that most of them query nothing. An entry is used only at
// its project's current version, and whatever the cache says, the database checks the key again on every write.
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

export type AgentCache = {
  /** Undefined for an unknown key and for one of a deleted project. Unknown keys are not cached. */
  key(key: string): Promise<FoundKey | undefined>
  /** The same object until something changes, so that callers can cache derived values in a WeakMap. */
  settings(projectId: string): Promise<ProjectSettings>
  /** Something changed or may have: the version is read again before an entry is used. */
  invalidate: ProjectVersions['invalidate']
}

export type ProjectSettings = {
  /** Undefined if the project was deleted. */
  project: ProjectRow | undefined
  privacy: PrivacyRow
  limits: LimitsRow
  guideline: GuidelineRow | undefined
  notes: NoteChoices
  /** `answer_count` and `answers_today` may be stale, but whether they have reached their limits is always right. */
  activeStudies: StudyRow[]
}

const MOST_ENTRIES = 10_000 // of each kind; beyond that, the entry read longest ago is dropped

export function createAgentCache(tx: Tx, trustMs?: number): AgentCache {
  const versions = createProjectVersions(tx, trustMs)
  return {
    key: cacheKeys(tx, versions),
    settings: cacheSettings(tx, versions),
    invalidate: versions.invalidate,
  }
}

type CachedSettings = { version: number | undefined; value: Promise<ProjectSettings> }

function cacheSettings(tx: Tx, versions: ProjectVersions): AgentCache['settings'] {
  const cached = new Map<string, CachedSettings>()
  const read = (projectId: string, version: number | undefined): Promise<ProjectSettings> => {
    // Read after the version, so the settings may be newer than it, but never older.
    const value = selectSettings(tx, projectId)
    const entry: CachedSettings = { version, value }
    remember(cached, projectId, entry)
    value.catch(() => cached.get(projectId) === entry && cached.delete(projectId))
    return value
  }
  return async (projectId) => {
    const { version } = versions.trusted(projectId) ?? (await versions.read(projectId))
    const found = cached.get(projectId)
    return found && found.version === version ? found.value : read(projectId, version)
  }
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

/** Cached under the key itself: hashing it on every call would take 6 % of a read. */
function cacheKeys(tx: Tx, versions: ProjectVersions): AgentCache['key'] {
  const cached = new Map<string, FoundKey>()
  const asking = new Map<string, { version: number | undefined; row: Promise<FoundKey | undefined> }>()
  const lookUp = async (key: string): Promise<FoundKey | undefined> => {
    const learn = versions.learner()
    const hash = hashApiKey(key)
    const row = await selectApiKeyByHash(tx, hash)
    cached.delete(key)
    if (!row || !timingSafeEqual(row.hash, hash)) return undefined
    learn(row.project_id, row.version)
    remember(cached, key, row)
    return row
  }
  /**
   * After a change, concurrent calls with the key share one lookup, but only callers of the same version: an older
   * lookup may miss the change.
   */
  const lookUpAgain = (key: string, version: number | undefined): Promise<FoundKey | undefined> => {
    const asked = asking.get(key)
    if (asked && asked.version === version) return asked.row
    const question = { version, row: lookUp(key) }
    asking.set(key, question)
    const done = () => asking.get(key) === question && asking.delete(key)
    question.row.then(done, done)
    return question.row
  }
  return async (key) => {
    const found = cached.get(key)
    if (!found) return lookUp(key)
    const { version } = versions.trusted(found.project_id) ?? (await versions.read(found.project_id))
    return version === found.version ? found : lookUpAgain(key, version)
  }
}

/** Puts the entry last: a map keeps insertion order, so the first entry is the one to drop. */
function remember<V>(cached: Map<string, V>, place: string, value: V): void {
  cached.delete(place)
  cached.set(place, value)
  const [oldest] = cached.keys()
  if (cached.size > MOST_ENTRIES && oldest !== undefined) cached.delete(oldest)
}
