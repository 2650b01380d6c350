// How what a process keeps about a project stays true: it is used only at the version that the project has now. The version is
// asked for again after half a second at most, for all projects in use by one statement; who listens to the database is told
// of most changes long before.

import type { Tx } from '../../db/pool.ts'
import { selectProjectVersions } from '../../db/projects/project-versions.ts'
import { gather } from '../gather.ts'
import type { Soon } from '../soon.ts'

export type ProjectVersions = {
  /** Undefined when there is no such project. */
  current(projectId: string): Soon<number | undefined>
  /** The same where nothing has to be asked for; null where it has. */
  atOnce(projectId: string): { version: number | undefined } | null
  /** For whoever learns the version together with something else: call it before the statement, and the result with what it said. */
  learner(): (projectId: string, version: number) => void
  /** The next to ask hears it from the database; without an id, of every project. */
  doubt(projectId?: string | null): void
}

/** Refused everywhere within a second, the time of a statement included. */
export const TRUST_MS = 500
const PROJECTS_KEPT = 10_000

export function createProjectVersions(tx: Tx, trustMs = TRUST_MS): ProjectVersions {
  const known = new Map<string, { version: number | undefined; at: number }>()
  const asking = new Map<string, Promise<number | undefined>>()
  let doubts = 0

  const selectVersion = gather(async (projectIds: string[]) => {
    const found = await selectProjectVersions(tx, projectIds)
    return projectIds.map((id) => found.get(id))
  })
  /** `at` is when the statement was sent: what it says may be as old as that. */
  const learn = (projectId: string, version: number | undefined, at: number) => {
    known.delete(projectId) // so that the oldest knowledge stays in front
    known.set(projectId, { version, at })
    if (known.size > PROJECTS_KEPT) known.delete(known.keys().next().value as string)
  }
  const ask = (projectId: string): Promise<number | undefined> => {
    const asked = asking.get(projectId)
    if (asked) return asked
    const at = performance.now()
    const answer = selectVersion(projectId).then((version) => {
      if (asking.get(projectId) === answer) learn(projectId, version, at) // else it was doubted meanwhile
      return version
    })
    asking.set(projectId, answer)
    const done = () => asking.get(projectId) === answer && asking.delete(projectId)
    answer.then(done, done)
    return answer
  }
  const atOnce = (projectId: string) => {
    const found = known.get(projectId)
    const age = found ? performance.now() - found.at : Number.POSITIVE_INFINITY
    if (!found || age >= trustMs) return null
    if (age > trustMs / 2) ask(projectId).catch(() => {}) // ahead of time, so that nobody waits for it
    return found
  }
  return {
    atOnce,
    current(projectId) {
      const found = atOnce(projectId)
      return found ? found.version : ask(projectId)
    },
    learner() {
      const [at, before] = [performance.now(), doubts]
      return (projectId, version) => before === doubts && learn(projectId, version, at)
    },
    doubt(projectId) {
      doubts++
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
