// Reads every SQL statement of the service, and refuses one that touches a project's data without the project's id.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { literalsIn } from './literals.ts'

const SRC = resolve(import.meta.dirname, '../../src')
const MIGRATIONS = join(SRC, 'db/migrations')

type Source = { path: string; text: string }
type Statement = { path: string; name: string; sql: string }

const read = (folder: string, ending: string): Source[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .sort()
    .map((path) => ({
      path: relative(SRC, join(folder, path)),
      text: readFileSync(join(folder, path), 'utf8'),
    }))

/** Every table that has a column for the project. */
function projectTables(migrations: Source[]): Set<string> {
  const found = migrations.flatMap(({ text }) => [
    ...[...text.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\)/g)]
      .filter(([, , columns = '']) => /^\s*project_id\b/m.test(columns))
      .map(([, name = '']) => name),
    ...[...text.matchAll(/ALTER TABLE (\w+)[^;]*?ADD COLUMN project_id/g)].map(([, name = '']) => name),
  ])
  return new Set(found)
}

const SQL = /\b(SELECT|INSERT INTO|DELETE FROM)\b|\bUPDATE \w+ (\w+ )?SET\b/

function statementsIn({ path, text }: Source): Statement[] {
  return literalsIn(text)
    .map(({ start, content }) => ({ start, sql: withParts(content, text) }))
    .filter(({ sql }) => SQL.test(sql))
    .map(({ start, sql }) => ({ path, name: declaredBefore(start, text), sql }))
}

function declaredBefore(start: number, text: string): string {
  const declared = text.slice(0, start).matchAll(/(?:^|\n)(?:export )?(?:async )?(?:function|const) (\w+)/g)
  return [...declared].at(-1)?.[1] ?? ''
}

/** What a statement is put together from counts as part of it: conditions, columns. */
function withParts(sql: string, text: string): string {
  const names = [...sql.matchAll(/\$\{([^}]*)\}/g)].flatMap(
    ([, code = '']) => code.match(/[A-Za-z_]\w*/g) ?? [],
  )
  const parts = names.map(
    (name) => new RegExp(`(?:const|function) ${name}\\b[\\s\\S]*?(?=\\n\\n|\\n  const |$)`).exec(text)?.[0],
  )
  return [sql, ...parts].join('\n')
}

/** As many as it names tables of projects, each must be bound to one: by a condition, a join or a column that is written. */
function unbound({ sql }: Statement, tables: Set<string>): string[] {
  const named = [...sql.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?(\w+)/g)].map(
    ([, name = '']) => name,
  )
  const touched = named.filter((name) => tables.has(name))
  const bound = BINDINGS.flatMap((binding) => [...sql.matchAll(binding)])
  return bound.length < touched.length ? touched : []
}

const BINDINGS = [
  /\bproject_id\s*=/g, // a condition, a join
  /\([^()]*\bproject_id\b[^()]*\)\s*(?:=|IN\b)/g, // the same of several columns
  /\bUSING\s*\([^()]*\bproject_id\b/g,
  /\bINSERT INTO \w+(?: AS \w+)?\s*\([^()]*\bproject_id\b/g,
]

/** Across projects on purpose, each with the reason. */
const ACROSS: Record<string, string> = {
  'db/accounts/accounts.ts selectAccounts':
    'the command line lists accounts with how many projects they have',
  'db/audit/audit-log.ts deleteMovesBefore': 'housekeeping, by age alone',
  'db/digest/digest-jobs.ts AWAITED': 'a worker looks for projects where a person waits',
  'db/digest/digest-jobs.ts PROJECTS_WITH_WORK': 'a worker looks for projects with work to do',
  'db/digest/digest-jobs.ts claimProject': 'a worker looks for a project with work to do',
  'db/digest/digest-jobs.ts pullForwardFutureJobs': 'a chore, by time alone',
  'db/digest/digest-jobs.ts selectBacklog':
    'metrics tell how far all projects are together, without naming any',
  'db/guidelines/guideline-fetches.ts deleteKnownIssuesFetchesBefore': 'housekeeping, by age alone',
  'db/idempotency-keys.ts deleteIdempotencyKeysBefore': 'housekeeping, by age alone',
  'db/imports/imports.ts selectImportsUnreceivedSince': 'a chore gives up files that stopped coming',
  'db/imports/imports.ts lockOpenImport': 'a worker looks for an import with work to do',
  'db/integrations/digest-letters.ts lockDueDigest': 'a worker looks for a target whose digest is due',
  'db/integrations/events.ts deleteMessagesBefore': 'housekeeping, by age alone',
  'db/integrations/events.ts deleteEventsBefore': 'housekeeping, by age alone',
  'db/integrations/messages.ts lockReadyEvents': 'a worker looks for events to tell of',
  'db/integrations/messages.ts lockDueMessage': 'a worker looks for a message to send',
  'db/observations/meaning-searches.ts deleteMeaningSearchesBefore': 'housekeeping, by age alone',
  'db/observations/observations.ts IN_FULL':
    'columns and joins; every statement that uses it adds the condition',
  'db/observations/observation-budgets.ts deleteBudgetsBefore': 'housekeeping, by age alone',
  'db/privacy/privacy.ts selectRetention': 'a chore looks for a project with work to do',
  'db/projects/api-keys.ts selectApiKeyByHash': 'a key names its project, not the other way round',
  'db/projects/api-keys.ts markReminded': 'a chore looks for keys that end soon, and names their projects',
  'db/projects/project-invites.ts insertInvite': 'its list of columns begins with id and project_id',
  'db/projects/project-invites.ts takeInvite': 'an invite is known by its secret, and names its project',
  'db/projects/project-invites.ts takeInvitesOf': 'invites of one proven email, to whatever projects',
  'db/projects/project-invites.ts selectInviteByHash':
    'an invite is known by its secret, and names its project',
  'db/projects/project-invites.ts anyInviteOf': 'whether an email is invited anywhere',
  'db/projects/project-invites.ts deleteInvitesBefore': 'housekeeping, by age alone',
  'db/projects/project-members.ts MEMBERS':
    'columns and a join; every statement that uses it adds the condition',
  'db/projects/project-members.ts selectMemberships': 'the projects of one account',
  'db/projects/project-members.ts ownsAnything': 'whether an account owns any project',
  'db/projects/project-members.ts selectProjectsOf': 'the projects of one account',
  'db/research/study-ends.ts selectOverdueStudies': 'a chore looks for studies that ended by their date',
  'db/research/study-lists.ts deleteStudyListsBefore': 'housekeeping, by age alone',
  'db/sample/samples.ts selectDigestedMonths': 'a chore looks for projects with work to do',
  'db/sample/test-observations.ts deleteTestObservationsBefore': 'housekeeping, by age alone',
  'db/tags/tag-tests.ts deleteTagTestsBefore': 'housekeeping, by age alone',
}

const tables = projectTables(read(MIGRATIONS, '.sql'))
const sources = read(SRC, '.ts')
const ofDatabase = sources.filter(({ path }) => path.startsWith('db/'))
const statements = ofDatabase.flatMap(statementsIn)
const known = ({ path, name }: Statement) => `${path} ${name}`

describe('every SQL statement', () => {
  it('is found, and so are the tables', () => {
    expect(tables.size).toBeGreaterThan(25)
    expect(statements.length).toBeGreaterThan(200)
  })

  it('that touches data of a project is bound to a project', () => {
    const offenders = statements.filter((statement) => unbound(statement, tables).length > 0)

    expect(offenders.filter((statement) => !(known(statement) in ACROSS)).map(known)).toEqual([])
  })

  it('that is excepted is still there, and still needs to be', () => {
    const offenders = new Set(
      statements.filter((statement) => unbound(statement, tables).length > 0).map(known),
    )

    expect(Object.keys(ACROSS).filter((name) => !offenders.has(name))).toEqual([])
  })

  it('is in src/db', () => {
    const elsewhere = sources
      .filter(({ path }) => !path.startsWith('db/'))
      .flatMap(statementsIn)
      .filter(
        ({ sql }) =>
          /\b(FROM|INTO|SET)\s+\w/.test(sql) && [...tables].some((table) => sql.includes(` ${table} `)),
      )

    expect(elsewhere.map(known)).toEqual([])
  })
})

describe('the rule itself', () => {
  const judge = (text: string) =>
    statementsIn({ path: 'db/x.ts', text }).flatMap((each) => unbound(each, tables))

  it.each([
    ['a read by id alone', "const f = 'SELECT * FROM observation WHERE id = $1'", 1],
    ['a change by id alone', 'const f = `UPDATE issue SET title = $2 WHERE id = $1`', 1],
    ['a join that leaves one open', '`SELECT FROM issue i JOIN tag t ON true WHERE i.project_id = $1`', 2],
    ['a row without its project', "'INSERT INTO tag (id, label) VALUES ($1, $2)'", 1],
    ['a read in the project', "'SELECT * FROM observation WHERE project_id = $1 AND id = $2'", 0],
    [
      'a condition written elsewhere',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that the rule reads
      "const OWN = 'project_id = $1'\n\nconst f = `SELECT FROM tag WHERE ${OWN}`",
      0,
    ],
    ['a table of no project', "'SELECT FROM account_user WHERE id = $1'", 0],
    ['a comment', "// 'SELECT FROM tag'\nconst a = /'/", 0],
  ])('%s', (_, text, count) => {
    expect(judge(text)).toHaveLength(count)
  })
})
