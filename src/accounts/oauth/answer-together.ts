// Two windows or processes of one client may refresh the same token at once. The provider issues new tokens to the
// first, refuses others meanwhile, and has its answer for them a moment later.
import { setTimeout as pause } from 'node:timers/promises'
import { selectRotation } from '../../db/accounts/oauth-grants.ts'
import { OAUTH_PREFIXES, storedAs } from '../../domain/accounts/authenticate-oauth-token.ts'
import type { Deps } from '../../domain/deps.ts'

const LOOK_EVERY_MS = 25
const PATIENCE_MS = 5_000

/** The second caller gets the answer of the first as soon as there is one. */
export async function answerTogether(
  { db }: Pick<Deps, 'db'>,
  form: URLSearchParams,
  serve: () => Promise<Response>,
): Promise<Response> {
  const response = await serve()
  const token = form.get('refresh_token')
  if (response.status !== 400 || form.get('grant_type') !== 'refresh_token' || token === null) return response
  const stored = storedAs(token.slice(OAUTH_PREFIXES.refreshToken.length))
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_EVERY_MS) {
    const rotation = await selectRotation(db, stored)
    if (!rotation) return response
    if (rotation.answered) return serve()
    await pause(LOOK_EVERY_MS)
  }
  return response
}
