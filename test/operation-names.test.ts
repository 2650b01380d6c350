// One operation, one name: the function that does the work is called as the operation is in the OpenAPI document.
// And one order of parameters: who does it comes right after what it is done with, and is never left out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ACCOUNT_OPERATIONS } from '../src/accounts/routes.ts'
import { ADMIN_OPERATIONS } from '../src/admin/routes.ts'
import { TEAM_TOOLS } from '../src/mcp/team/tools.ts'
import { AGENT_ENDPOINT } from '../src/mcp/tools.ts'
import { PUBLIC_OPERATIONS } from '../src/rest/routes.ts'

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

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

/** MCP tools that are not called as their operation is; null: there is no such operation. docs/internals/naming.md has the same table. */
const TOOL_OPERATIONS: Record<string, string | null> = {
  post_observations: 'create_observations',
  search_observations: 'list_observations',
  count_observations: 'total_observations',
  find_similar: 'list_similar_observations',
  get_study_answers: 'list_answers',
  merge_issues: 'merge_issue',
  list_issues_to_review: null, // of assistants alone
  review_issue: null,
  search: null, // both as ChatGPT asks for them
  fetch: null,
}

describe('a tool is called as its operation is', () => {
  const tools = [...AGENT_ENDPOINT.tools, ...TEAM_TOOLS].map(({ name }) => name)
  const operations: string[] = OPERATIONS.map(([id]) => id)

  it('but for those that are listed', () => {
    expect(tools.filter((name) => !operations.includes(name)).sort()).toEqual(
      Object.keys(TOOL_OPERATIONS).sort(),
    )
    expect(Object.values(TOOL_OPERATIONS).filter((id) => id !== null && !operations.includes(id))).toEqual([])
  })

  it('which the page on naming lists, too', () => {
    const naming = readFileSync(join(SRC, '../docs/internals/naming.md'), 'utf8')
    const rows = Object.entries(TOOL_OPERATIONS).map(
      ([tool, id]) => `| \`${tool}\` | ${id ? `\`${id}\`` : 'none'} |`,
    )

    expect(rows.filter((row) => !naming.includes(row))).toEqual([])
  })
})

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

/** Files that write the audit log without being told who acts, and why. */
const KNOWS_WHO_ACTS: Record<string, string> = {
  'digest/regroup-step.ts': 'the digest acts: always the machine',
  'domain/accounts/set-up.ts': 'whoever sets up the service is the account that is made',
  'domain/issues/issue-decisions.ts':
    'a regression that is taken back follows from the decision: the machine',
  'domain/issues/note-regression.ts': 'the digest acts: always the machine',
  'domain/projects/accept-invite.ts': 'whoever accepts is the account that joins',
}

const auditWriters = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && file !== 'domain/audit/audit.ts')
  .filter((file) => /\baudit\(/.test(readFileSync(join(SRC, file), 'utf8')))

describe('an operation that writes the audit log', () => {
  it('is found', () => {
    expect(actorFunctions.length).toBeGreaterThan(25)
  })

  it('is told who acts, wherever it is written, but for files that are listed with their reason', () => {
    const untold = auditWriters.filter((file) => !actorFunctions.some((head) => head.startsWith(`${file}: `)))

    expect(untold.sort()).toEqual(Object.keys(KNOWS_WHO_ACTS).sort())
  })

  it.each(actorFunctions)('is told who acts second, after deps: %s', (head) => {
    expect(head).toMatch(
      /: (tx: Tx, |\{ tx, version(, by = 'person')? \}: Change, )?deps: Deps, actor: Actor,/,
    )
  })
})
