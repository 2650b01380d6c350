// What one of our statements causes, it says itself, or its caller does. Triggers are only for what a person's SQL must cause too.
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/db/pool.ts'
import { testDatabase } from '../service.ts'

/** Without these, a process would go on with what it keeps in memory after somebody changed it in SQL. */
const RAISE_THE_VERSION: Record<string, string> = {
  'api_key.api_key_changes': 'a key is revoked or ends',
  'api_key.api_key_goes': 'a key is deleted',
  'guideline.guideline_changes': 'agents are told something else',
  'guideline.guidelines_go': 'all guidelines are deleted at once',
  'note_settings.note_settings_change': 'agents may note something else',
  'project.project_begins': 'a new project has a version',
  'project.project_changes': 'a project is renamed, described, shared or deleted',
  'project_limits.project_limits_change': 'a project has another share of requests',
  'project_privacy.project_privacy_changes': 'something else is redacted',
  'study.studies_go': 'all studies are deleted at once',
  'study.study_changes': 'a study asks something else, is full, or rests until tomorrow',
  'study.study_comes_or_goes': 'there is a study more or less',
}

let db: Database
beforeAll(async () => {
  ;({ db } = await testDatabase())
})

const names = async (sql: string): Promise<string[]> =>
  (await db.query<{ name: string }>(sql)).rows.map(({ name }) => name)

it('no trigger is in the schema but those that raise the version of a project', async () => {
  const triggers = await names(
    "SELECT tgrelid::regclass || '.' || tgname AS name FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
  )

  expect(triggers).toEqual(Object.keys(RAISE_THE_VERSION).sort())
  expect(await names('SELECT evtname AS name FROM pg_event_trigger')).toEqual([])
  expect(
    await names("SELECT tablename || '.' || rulename AS name FROM pg_rules WHERE schemaname = 'public'"),
  ).toEqual([])
})

it('no trigger writes anything but that version', async () => {
  const bodies = await names(
    `SELECT prosrc AS name FROM pg_proc
     WHERE prorettype = 'trigger'::regtype AND pronamespace = 'public'::regnamespace`,
  )
  const written = bodies.flatMap((body) =>
    [...body.matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE|COPY|EXECUTE)\s+(\S+)/gi)].map(
      ([, table]) => table,
    ),
  )

  expect(bodies).toHaveLength(3)
  expect([...new Set(written)]).toEqual(['project_version'])
})
