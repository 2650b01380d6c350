// Everything stored about one end user, as a stream of JSON.
import { LIMITS } from '../../contract/limits.ts'
import { notFound } from '../../contract/refusal.ts'
import type { StudyShown, UserImportRow } from '../../contract/users/users.ts'
import { selectWaitingRowsOf, type UserWaitingRow } from '../../db/imports/import-rows.ts'
import type { Tx } from '../../db/pool.ts'
import { selectListedStudies } from '../../db/research/study-lists.ts'
import { selectUserShowings } from '../../db/research/study-showings.ts'
import { isAnythingKept } from '../../db/users/project-users.ts'
import type { Deps } from '../deps.ts'
import { listObservations } from '../observations/read-observations.ts'
import { all } from '../pages.ts'
import { listUserAnswers } from '../research/read-answers.ts'

export async function exportUser(
  deps: Deps,
  projectId: string,
  userId: string,
): Promise<AsyncGenerator<string>> {
  if (!(await isAnythingKept(deps.db, projectId, userId))) throw notFound('user')
  return write(deps, projectId, userId)
}

async function* write(deps: Deps, projectId: string, userId: string): AsyncGenerator<string> {
  const head = { user_id: userId, exported_at: deps.now().toISOString() }
  yield JSON.stringify(head, null, 2).slice(0, -2) // without its closing line, because the object continues
  // Before the observations: a row that becomes one meanwhile is then in both, and never in neither.
  yield* list('import_rows', waitingRows(deps.db, projectId, userId))
  yield* list(
    'observations',
    all((page) => listObservations(deps, projectId, { user_id: userId, ...page })),
  )
  yield* list(
    'answers',
    all((page) => listUserAnswers(deps, projectId, userId, page)),
  )
  yield* list('studies_shown', await studiesShown(deps.db, projectId, userId))
  const studies = await selectListedStudies(deps.db, projectId, userId)
  yield `,\n  "studies_listed": ${JSON.stringify(studies)}\n}\n`
}

async function* waitingRows(tx: Tx, projectId: string, userId: string): AsyncGenerator<UserImportRow> {
  let last: UserWaitingRow | null = null
  do {
    const rows: UserWaitingRow[] = await selectWaitingRowsOf(tx, projectId, userId, last, LIMITS.pageSizeMax)
    for (const { import_id, number, observed_at, ...said } of rows)
      yield { import_id, row: number, ...said, observed_at: observed_at?.toISOString() ?? null }
    last = rows.at(-1) ?? null
  } while (last)
}

async function studiesShown(tx: Tx, projectId: string, userId: string): Promise<StudyShown[]> {
  const shown = await selectUserShowings(tx, projectId, userId)
  return shown.map((showing) => ({ ...showing, shown_at: showing.shown_at.toISOString() }))
}

async function* list(name: string, rows: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(name)}: [`
  let separator = '\n    '
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ',\n    '
  }
  yield '\n  ]'
}
