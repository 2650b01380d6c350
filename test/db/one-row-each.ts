// Data for a schema of any age, made from its catalog alone: one row in every table, with every column filled. All ids are the
// same, and so are all texts, so that whatever refers to anything finds it.
import type { Tx } from '../../src/db/pool.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'
const LATER_ID = '0198c0de-0000-7000-8000-000000000002'

/** What COPY has to escape, and what others take for the end of a line or of a file. */
export const TEXT = 'tab\t line\n end\r\n back\\slash \\N \\. “ü” 🜁 \u2028,"\''

type Column = { table: string; column: string; type: string; check: string | null }

/** Where a rule of the table wants something else. */
const EXCEPTIONS: Record<string, unknown> = {
  'issue_pair.right_id': LATER_ID,
  'issue.merged_into': null,
  'project.sample_of': null,
  'project.deleted_at': null,
  'study.ends_at': '2027-01-01T00:00:00Z',
}

const VALUES: Record<string, unknown> = {
  uuid: ID,
  text: TEXT,
  boolean: false,
  date: '2026-01-02',
  'timestamp(3) with time zone': '2026-01-02T03:04:05.678Z',
  'timestamp with time zone': '2026-01-02T03:04:05.678901Z',
  jsonb: JSON.stringify({ [TEXT]: [1.5, null] }),
  json: JSON.stringify({ response: TEXT }),
  bytea: Buffer.from([0, 9, 10, 13, 92, 255]),
  tsvector: "'word':1",
  'text[]': [TEXT],
  'uuid[]': [ID],
  'integer[]': [1, 2, 3, 4, 5],
}

/** Returns the tables. */
export async function fillEveryTable(tx: Tx): Promise<string[]> {
  const columns = await selectColumns(tx)
  const tables = [...new Set(columns.map(({ table }) => table))]
  await tx.query('SET session_replication_role = replica') // no trigger adds rows of its own
  for (const table of tables)
    await insertRow(
      tx,
      table,
      columns.filter((column) => column.table === table),
    )
  await tx.query('SET session_replication_role = DEFAULT')
  return tables
}

async function insertRow(tx: Tx, table: string, columns: Column[]): Promise<void> {
  const names = columns.map(({ column }) => column).join(', ')
  const places = columns.map((_, at) => `$${at + 1}`).join(', ')
  await tx.query(`INSERT INTO ${table} (${names}) VALUES (${places})`, columns.map(valueFor))
  if (table === 'issue')
    await tx.query(`INSERT INTO issue (${names}) VALUES (${places})`, columns.map(valueForLaterIssue))
}

function valueFor({ table, column, type, check }: Column): unknown {
  const exception = EXCEPTIONS[`${table}.${column}`]
  if (exception !== undefined) return exception
  if (type === 'text' && check) return check // the first label that the rule names
  return type in VALUES ? VALUES[type] : 1
}

function valueForLaterIssue(column: Column): unknown {
  if (column.column === 'id') return LATER_ID
  return column.column === 'number' ? 2 : valueFor(column)
}

async function selectColumns(tx: Tx): Promise<Column[]> {
  const { rows } = await tx.query<Column>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
       (SELECT substring(pg_get_constraintdef(k.oid) FROM 'ARRAY\\[''([^'']*)''')
        FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
          AND pg_get_constraintdef(k.oid) LIKE '%ARRAY[%' LIMIT 1) AS check
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> 'schema_migration'
     ORDER BY c.relname, a.attnum`,
  )
  return rows
}
