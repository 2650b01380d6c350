// Creates a project from an archive of another instance, with the same ids. It is invisible until it is complete and
// verified; an incomplete one is removed like a deleted project.
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

/** How long an import may make no progress; every stored part extends it. */
const ARRIVES_WITHIN_MS = 10 * 60_000

export type Archive = {
  bytes: AsyncIterable<Uint8Array>
  /** Becomes the owner; null if a token or a command imports it. */
  accountId: string | null
  /** Called when everything has arrived: during a long upload, the caller may have lost the right to import. */
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
  if (!made) throw conflict(`the project ${id} already exists on this instance, or did until a moment ago`)
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
    await prolongArrival(deps.db, id, deps.now()).catch(() => {}) // also removed later without this
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
    `the archive has schema ${newest(schema)}, this instance ${newest(own)}: update both to the same version of Fieldnote and export again`,
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

/** PostgreSQL's errors about values and constraints; any other error is real trouble. */
const isAboutRows = (error: unknown): boolean =>
  !(error instanceof Refusal) && /^(22|23)/.test((error as { code?: string }).code ?? '')
