// Keeps the agents' cache (../agent-cache.ts) correct: an entry is used only at its project's current version. A
// process reads the versions again after half a second at most, for all projects in use with one statement; database
// notifications usually announce a change long before.

import type { Tx } from '../../db/pool.ts'
import { selectProjectVersions } from '../../db/projects/project-versions.ts'
import { gather } from '../gather.ts'

/** `version` is undefined if there is no such project. */
type Version = { version: number | undefined }

export type ProjectVersions = {
  /** The version, if it was read recently enough to be trusted. */
  trusted(projectId: string): Version | undefined
  /** Reads it from the database. */
  read(projectId: string): Promise<Version>
  /** For a statement that also returns the version: call this before it, and the returned function after. */
  learner(): (projectId: string, version: number) => void
  /** The version is read again before its next use; for every project if no id is given. */
  invalidate(projectId?: string | null): void
}

/**
 * How long a version is trusted: short enough that every process refuses a revoked key within a second, statement
 * included.
 */
export const TRUST_MS = 500
const PROJECTS_KEPT = 10_000

export function createProjectVersions(tx: Tx, trustMs = TRUST_MS): ProjectVersions {
  const known = new Map<string, { version: number | undefined; at: number }>()
  const asking = new Map<string, Promise<number | undefined>>()
  let invalidations = 0

  const selectVersion = gather(async (projectIds: string[]) => {
    const found = await selectProjectVersions(tx, projectIds)
    return projectIds.map((id) => found.get(id))
  })
  /** `at` is when the statement was sent: its result may be that old. */
  const learn = (projectId: string, version: number | undefined, at: number) => {
    known.delete(projectId) // moves it to the end; the oldest entry stays first
    known.set(projectId, { version, at })
    if (known.size > PROJECTS_KEPT) known.delete(known.keys().next().value as string)
  }
  const ask = (projectId: string): Promise<number | undefined> => {
    const asked = asking.get(projectId)
    if (asked) return asked
    const at = performance.now()
    const answer = selectVersion(projectId).then((version) => {
      if (asking.get(projectId) === answer) learn(projectId, version, at) // otherwise it was invalidated meanwhile
      return version
    })
    asking.set(projectId, answer)
    const done = () => asking.get(projectId) === answer && asking.delete(projectId)
    answer.then(done, done)
    return answer
  }
  return {
    trusted(projectId) {
      const found = known.get(projectId)
      const age = found ? performance.now() - found.at : Number.POSITIVE_INFINITY
      if (age >= trustMs) return undefined
      if (age > trustMs / 2) ask(projectId).catch(() => {}) // ahead of time, so that no call waits for it
      return found
    },
    read: async (projectId) => ({ version: await ask(projectId) }),
    learner() {
      const [at, before] = [performance.now(), invalidations]
      return (projectId, version) => before === invalidations && learn(projectId, version, at)
    },
    invalidate(projectId) {
      invalidations++
      if (projectId) {
        known.delete(projectId)
        asking.delete(projectId)
      } else {
        known.clear()
        asking.clear()
      }
    },
  }
}
