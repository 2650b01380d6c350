// Makes a project from an archive of another instance, with the ids that it had there. Nobody sees it before it is whole
// and checked; what comes of one that is not is removed like a deleted project.
import { conflict, Refusal } from '../../contract/refusal.ts'
import { inTransaction } from '../../db/pool.ts'
import {
  completeArrival,
  insertArchivedRows,
  insertArrivingProject,
  prolongArrival,
  selectSchema,
} from '../../db/projects/project-archives.ts'
import { insertMember } from '../../db/projects/project-members.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import type { ProjectHead } from './export-project.ts'
import { getProject, type ProjectFacts } from './manage-projects.ts'
import { doesNotFit, type ProjectPart, readProjectArchive } from './read-archive.ts'

/** So long an import may stand still; each part that is stored makes it longer. */
const ARRIVES_WITHIN_MS = 10 * 60_000

export type Archive = {
  bytes: AsyncIterable<Uint8Array>
  /** Becomes the owner; null when no person but a token or a command brings it. */
  accountId: string | null
  /** Asked when all of it is there: sending may take long enough for somebody to lose the right to. */
  stillAllowed(): Promise<void>
}

export async function importProject(
  deps: Deps,
  actor: Actor,
  { bytes, accountId, stillAllowed }: Archive,
): Promise<ProjectFacts> {
  const parts = readProjectArchive(bytes)
  const { value: first } = await parts.next()
  const { head } = first as { head: ProjectHead }
  await requireSameSchema(deps, head)
  const id = head.project.id.toLowerCase()
  const made = await insertArrivingProject(deps.db, { ...head.project, id }, arrivesBy(deps)).catch(
    (error: unknown) => {
      throw isAboutRows(error) ? doesNotFit('project') : error
    },
  )
  if (!made) throw conflict(`the project ${id} is on this instance already, or was until a moment ago`)
  try {
    for await (const part of parts) await storePart(deps, id, part)
    await stillAllowed()
    await inTransaction(deps.db, async (tx) => {
      await completeArrival(tx, id)
      if (accountId) await insertMember(tx, id, accountId, 'owner', deps.now())
      await audit(tx, deps, id, {
        actor,
        action: 'project.imported',
        subjectId: id,
        facts: { from: head.exported_at },
      })
    })
  } catch (error) {
    await prolongArrival(deps.db, id, deps.now()).catch(() => {}) // removed soon, and by itself later
    throw error
  }
  return getProject(deps, id)
}

const arrivesBy = ({ now }: Deps): Date => new Date(now().getTime() + ARRIVES_WITHIN_MS)

async function requireSameSchema({ db }: Deps, { schema }: ProjectHead): Promise<void> {
  const own = await selectSchema(db)
  if (JSON.stringify(schema) === JSON.stringify(own)) return
  const newest = (versions: number[]) => Math.max(0, ...[versions].flat().map(Number))
  throw conflict(
    `the archive has schema ${newest(schema)}, this instance ${newest(own)}: bring both to the same version of Fieldnote, and export again`,
  )
}

async function storePart(deps: Deps, projectId: string, part: ProjectPart): Promise<void> {
  if (!('table' in part)) return
  await inTransaction(deps.db, async (tx) => {
    if (!(await prolongArrival(tx, projectId, arrivesBy(deps))))
      throw conflict('the import took too long; try again')
    await insertArchivedRows(tx, projectId, part.table, part.lines)
  }).catch((error: unknown) => {
    throw isAboutRows(error) ? doesNotFit(part.table) : error
  })
}

/** What PostgreSQL says of values and constraints; anything else is trouble of its own. */
const isAboutRows = (error: unknown): boolean =>
  !(error instanceof Refusal) && /^(22|23)/.test((error as { code?: string }).code ?? '')
