// The schema of a database in words, to be compared with that of another.
import type { Tx } from '../../src/db/pool.ts'

/** Columns, rules, indexes and triggers, in words; the order of columns says nothing. */
export async function schemaOf(db: Tx): Promise<string[]> {
  const { rows } = await db.query(
    `SELECT attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull
       || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') AS part
     FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND attnum > 0 AND NOT attisdropped
     UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1`,
  )
  return rows.map(({ part }) => part)
}
