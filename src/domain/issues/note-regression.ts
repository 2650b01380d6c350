// Records that a resolved issue was observed again, and announces it to targets that subscribe to regressions.
import type { Tx } from '../../db/pool.ts'
import { audit, MACHINE } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { emit } from '../integrations/emit.ts'

export async function noteRegression(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'newId'>,
  projectId: string,
  id: string,
): Promise<void> {
  await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.regressed', subjectId: id })
  await emit(tx, deps, projectId, { type: 'issue.regressed', issueId: id })
}
