// Everything that is stored about one end user, as a stream of JSON: whoever asks for their data gets all of it.
import { selectListedStudies } from '../../db/research/study-lists.ts'
import type { Deps } from '../deps.ts'
import { all } from '../export.ts'
import { listObservations } from '../observations/read-observations.ts'
import { listUserAnswers } from '../research/read-answers.ts'
import { requireUser } from './read-users.ts'

export async function exportUser(
  deps: Deps,
  projectId: string,
  userId: string,
): Promise<AsyncGenerator<string>> {
  await requireUser(deps.db, projectId, userId)
  return write(deps, projectId, userId)
}

async function* write(deps: Deps, projectId: string, userId: string): AsyncGenerator<string> {
  const head = { user_id: userId, exported_at: deps.now().toISOString() }
  yield JSON.stringify(head, null, 2).slice(0, -2) // without its closing line: the object goes on
  yield* list(
    'observations',
    all((page) => listObservations(deps, projectId, { user_id: userId, ...page })),
  )
  yield* list(
    'answers',
    all((page) => listUserAnswers(deps, projectId, userId, page)),
  )
  const studies = await selectListedStudies(deps.db, projectId, userId)
  yield `,\n  "studies_listed": ${JSON.stringify(studies)}\n}\n`
}

async function* list(name: string, rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(name)}: [`
  let separator = '\n    '
  for await (const row of rows) {
    yield separator + JSON.stringify(row)
    separator = ',\n    '
  }
  yield '\n  ]'
}
