// Whether the database answers, now.
import type { Deps } from './deps.ts'

export async function databaseAnswers({ db }: Deps): Promise<boolean> {
  try {
    await db.query('SELECT 1')
    return true
  } catch {
    return false
  }
}
