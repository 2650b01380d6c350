// One operation, one name: the function that does the work is called as the operation is in the OpenAPI document.
// And one order of parameters: who does it comes right after what it is done with, and is never left out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../src/accounts/routes.ts'
import { ADMIN_OPERATIONS } from '../src/admin/routes.ts'
import { PUBLIC_OPERATIONS } from '../src/rest/routes.ts'

/** Operations whose work has no single function of its own, and what stands for it. */
const ELSEWHERE: Record<string, string> = {
  accept_invite: 'joinByInvite', // or signUpByInvite, for somebody without an account
  create_observations: 'postObservations', // named after the MCP tool
  get_session: 'sessionAccount',
  list_projects: 'ownProjects', // or all of them, for the admin token
  watch_project: 'watches',
}

const camelCase = (id: string): string => id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Exports come from a table of things and formats, and share one handler. */
const OPERATIONS = [...PUBLIC_OPERATIONS, ...ADMIN_OPERATIONS, ...ACCOUNT_OPERATIONS]
  .filter(({ operationId }) => !/_(csv|jsonl)$/.test(operationId))
  .map((operation) => [operation.operationId, String(operation.handle)] as const)

describe('an operation is done by the function of its name', () => {
  it('for all of them', () => {
    expect(OPERATIONS.length).toBeGreaterThan(60)
  })

  it.each(OPERATIONS)('%s', (id, code) => {
    expect(code).toContain(ELSEWHERE[id] ?? camelCase(id))
  })
})

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/** Every function that is told who acts, as `file: parameters`. */
const actorFunctions = ['domain', 'sample'].flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(SRC, room, file), 'utf8')
      const heads = [...text.matchAll(/function \w+(?:<[^>]*>)?\(([\s\S]*?)\)(?::|\s*\{)/g)]
      return heads.map(
        ([, parameters = '']) => `${room}/${file}: ${parameters.replaceAll(/\s+/g, ' ').trim()}`,
      )
    })
    .filter((head) => /\bactor\b/.test(head)),
)

describe('an operation that writes the audit log', () => {
  it('is found', () => {
    expect(actorFunctions.length).toBeGreaterThan(25)
  })

  it.each(actorFunctions)('is told who acts second, after deps: %s', (head) => {
    expect(head).toMatch(/: (tx: Tx, |\{ tx, version \}: Change, )?deps: Deps, actor: Actor,/)
  })
})
