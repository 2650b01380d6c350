// Whether the database answers, now.
import type { Deps } from './deps.ts'

const PATIENCE_MS = 2_000 // a connection may be open and silent; whoever asks wants an answer all the same

export async function databaseAnswers({ db }: Deps): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const answer = db.query('SELECT 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
}
