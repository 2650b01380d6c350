// What the schema holds, from PostgreSQL's own catalog: whatever a migration adds is included by being there.
import type { Tx } from '../pool.ts'

/** Names are quoted where they have to be. Without columns that PostgreSQL computes. */
export type Table = { name: string; columns: string[] }

/** The list of migrations is left out: whoever restores runs them. */
export async function selectTables(tx: Tx): Promise<Table[]> {
  const { rows } = await tx.query<Table>(
    `SELECT quote_ident(c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attname) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> 'schema_migration' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
  )
  return rows
}

export type Partition = { name: string; of: string; bound: string; by: string | null }

/** Those that were made as time went by are in no migration. */
export async function selectPartitions(tx: Tx): Promise<Partition[]> {
  const { rows } = await tx.query<Partition>(
    `SELECT quote_ident(c.relname) AS name, quote_ident(parent.relname) AS of,
       pg_get_expr(c.relpartbound, c.oid) AS bound, pg_get_partkeydef(c.oid) AS by
     FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relispartition AND c.relkind IN ('r', 'p')
     ORDER BY c.oid`,
  )
  return rows
}

export async function createPartition(tx: Tx, { name, of, bound, by }: Partition): Promise<void> {
  const divided = by ? ` PARTITION BY ${by}` : ''
  await tx.query(`CREATE TABLE IF NOT EXISTS ${name} PARTITION OF ${of} ${bound}${divided}`)
}

/** Where a counter stands; text, because it may be beyond what a number holds. */
export type Sequence = { name: string; last: string; called: boolean }

export async function selectSequences(tx: Tx): Promise<Sequence[]> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S' ORDER BY relname`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const state = await tx.query(`SELECT last_value::text AS last, is_called AS called FROM ${name}`)
    found.push({ name, ...state.rows[0] })
  }
  return found
}

export async function setSequence(tx: Tx, { name, last, called }: Sequence): Promise<void> {
  await tx.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, last, called])
}

type ForeignKey = { table: string; name: string; definition: string }

/** While they are gone, tables can be filled in any order. What they refer to is checked as they come back. */
export async function withoutForeignKeys<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await tx.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE connamespace = current_schema()::regnamespace AND contype = 'f' AND conparentid = 0
     ORDER BY conrelid::regclass::text, conname`,
  )
  for (const { table, name } of rows) await tx.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  const result = await work()
  for (const { table, name, definition } of rows)
    await tx.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  return result
}

/** What a trigger would count or write is in the rows already. */
export async function withoutTriggers<T>(tx: Tx, tables: Table[], work: () => Promise<T>): Promise<T> {
  for (const { name } of tables) await tx.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  const result = await work()
  for (const { name } of tables) await tx.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return result
}

export async function emptyTables(tx: Tx, tables: Table[]): Promise<void> {
  if (tables.length > 0) await tx.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
}

/** The first table with a row in it. */
export async function findUsedTable(tx: Tx, tables: Table[]): Promise<string | undefined> {
  for (const { name } of tables) if ((await tx.query(`SELECT FROM ${name} LIMIT 1`)).rowCount) return name
  return undefined
}

/** All that is not an extension's: views and functions go before and after the tables that they depend on. */
export async function dropEverything(tx: Tx): Promise<void> {
  const { rows } = await tx.query<{ statement: string }>(
    `SELECT format('DROP %s IF EXISTS %s CASCADE',
         CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
         c.oid::regclass) AS statement
     FROM pg_class c
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     UNION ALL
     SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', p.oid::regprocedure) FROM pg_proc p
     WHERE pronamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  )
  for (const { statement } of rows) await tx.query(statement)
}
