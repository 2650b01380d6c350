// Projects that look as if the digest had been at work for long, made from the open benchmark's notes and vectors: an
// issue is a note and others around it. Where more are wanted than there are, a note comes again, turned a little into a
// direction of its own.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { OFFLINE_MODEL } from '../dist/digest/engine.js'
import { decodeVector, dot, encodeVector, normalize } from '../dist/digest/group/vector.js'
import { seededRandom } from '../dist/sample/seeded-random.js'

const DATA = 'eval/data'
const VECTORS = 'eval/vectors'
const VECTOR_BYTES = 388
const CHUNK = 200 // issues
const TURN = 1.2 // how far an issue that comes again is turned
const APART = 0.72 // issues that are more alike than this would be merged when they are looked at again
const SPREAD = 0.3 // how far the other notes of an issue lie from its first
const DIRECTIONS = 4_096

/** The notes of each true issue. */
function readMatters() {
  const matters = new Map()
  for (const file of readdirSync(DATA).filter((name) => name.endsWith('.jsonl'))) {
    const product = file.slice(0, -'.jsonl'.length)
    const vectors = readFileSync(`${VECTORS}/${product}.bin`)
    for (const [at, line] of readFileSync(`${DATA}/${file}`, 'utf8').trim().split('\n').entries()) {
      const note = JSON.parse(line)
      const vector = decodeVector(vectors.subarray(at * VECTOR_BYTES, (at + 1) * VECTOR_BYTES))
      const key = `${product} ${note.label}`
      matters.set(key, [...(matters.get(key) ?? []), { ...note, vector }])
    }
  }
  const apart = []
  for (const matter of matters.values())
    if (apart.every(([{ vector }]) => dot(vector, matter[0].vector) < APART)) apart.push(matter)
  return apart
}

export function createSeeder(db) {
  const random = seededRandom(12)
  const matters = readMatters()
  const directions = Array.from({ length: DIRECTIONS }, () =>
    normalize(Float32Array.from({ length: 384 }, () => random() + random() + random() - 1.5)),
  )
  const direction = () => directions[Math.floor(random() * DIRECTIONS)]
  const add = (vector, other, share) => vector.map((value, at) => value + share * other[at])

  /** So many notes of one issue: near enough to each other that looking again leaves them together. */
  const notesOf = (issue, members) => {
    const [note] = matters[issue % matters.length]
    const center = add(note.vector, direction(), issue < matters.length ? 0 : TURN)
    return Array.from({ length: members }, (_, at) => ({
      ...note,
      title: `${note.title} (${issue}.${at})`.slice(-120),
      vector: normalize(add(normalize(center), direction(), at === 0 ? 0 : SPREAD)),
    }))
  }

  async function seedIssues(projectId, from, to, members) {
    const rows = []
    for (let issue = from; issue < to; issue++)
      for (const note of notesOf(issue, members)) rows.push({ issue: issue + 1, note })
    await db.query(
      `WITH item AS (
         SELECT *, gen_random_uuid() AS id, 'user-' || (random() * 5000)::int AS user_id,
           now() - random() * interval '60 days' AS at
         FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bytea[], $9::bytea[])
           AS of (number, title, description, sentiment, language, kind, meaning, hash)),
       numbered AS (SELECT number, gen_random_uuid() AS issue_id FROM item GROUP BY number),
       member AS (SELECT * FROM item JOIN numbered USING (number)),
       issues AS (
         INSERT INTO issue (project_id, id, number, title, summary, state_version, created_at, updated_at,
           observation_count, user_count, sentiment_counts, first_seen, last_seen, described_count)
         SELECT $1, issue_id, number, min(title), min(description), number, min(at), max(at), count(*),
           count(DISTINCT user_id), ARRAY[0, count(*), 0, 0, 0]::int[], min(at), max(at), count(*)
         FROM member GROUP BY issue_id, number),
       observations AS (
         INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
           observed_at, created_at)
         SELECT $1, id, user_id, id, 'import', title, description, sentiment, at, at FROM member),
       memberships AS (
         INSERT INTO issue_observation (project_id, observation_id, issue_id, placed_by, score)
         SELECT $1, id, issue_id, 'machine', 0.9 FROM member),
       digests AS (
         INSERT INTO observation_digest (project_id, observation_id, language, kind, model, meaning, text_hash, digested_at)
         SELECT $1, id, language, kind, '${OFFLINE_MODEL}', meaning, hash, at FROM member),
       searches AS (
         INSERT INTO observation_search SELECT $1, id, to_tsvector('english', title) FROM member),
       users AS (
         INSERT INTO issue_user SELECT $1, issue_id, user_id, count(*) FROM member GROUP BY 2, 3)
       INSERT INTO issue_day (project_id, issue_id, day, count)
       SELECT $1, issue_id, at::date, count(*) FROM member GROUP BY 2, 3`,
      [
        projectId,
        rows.map(({ issue }) => issue),
        rows.map(({ note }) => note.title),
        rows.map(({ note }) => note.description),
        rows.map(({ note }) => note.sentiment),
        rows.map(({ note }) => note.language),
        rows.map(({ note }) => note.kind),
        rows.map(({ note }) => encodeVector(note.vector)),
        rows.map(({ note }) => createHash('sha256').update(note.title).digest()),
      ],
    )
  }

  /** A project of its own with so many issues of so many notes each; its id. */
  const seed = async (issues, members) => {
    const { rows } = await db.query(
      `INSERT INTO project (id, name, created_at) VALUES (gen_random_uuid(), $1, now()) RETURNING id`,
      [`${issues} issues of ${members}`],
    )
    const projectId = rows[0].id
    const chunk = Math.max(1, Math.floor((CHUNK * 10) / members))
    for (let from = 0; from < issues; from += chunk)
      await seedIssues(projectId, from, Math.min(issues, from + chunk), members)
    await db.query(
      `INSERT INTO digest_state (project_id, version, model, digested_count, last_issue_number)
       VALUES ($1, $2, $3, $4, $5)`,
      [projectId, issues, OFFLINE_MODEL, issues * members, issues],
    )
    await db.query('ANALYZE')
    return projectId
  }

  /** A note about one of the first so many issues, in the benchmark's own words and some that make it 45 of them. */
  const tell = (issues) => {
    const matter = matters[Math.floor(random() * Math.min(issues, matters.length))]
    const note = matter[Math.floor(random() * matter.length)]
    const filler = matter[Math.floor(random() * matter.length)].description
    const words = `${note.description} ${filler} ${note.description} ${filler}`.split(/\s+/)
    const description = words.slice(0, WORDS - note.title.split(/\s+/).length).join(' ')
    return {
      user_id: `user-${Math.floor(random() * 5_000)}`,
      user_sentiment: note.sentiment,
      title: note.title,
      description: `${description} ${Math.floor(random() * 1e6)}`,
    }
  }
  /** A vector for each of so many issues, as bytes. */
  const centers = (issues) =>
    Array.from({ length: issues }, (_, issue) => encodeVector(notesOf(issue, 1)[0].vector))

  return { seed, tell, centers }
}

const WORDS = 44 // and a number, so that no text is another's

/** Stores observations with their jobs, as a post does, without the HTTP. */
export async function enqueue(db, projectId, notes) {
  await db.query(
    `WITH stored AS (
       INSERT INTO observation (project_id, id, user_id, interaction_id, source, title, description, user_sentiment,
         observed_at, created_at)
       SELECT $1::uuid, gen_random_uuid(), user_id, 'thread', 'import', title, description, sentiment, now(), now()
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS item (user_id, sentiment, title, description)
       RETURNING project_id, id)
     INSERT INTO digest_job (project_id, observation_id, due_at) SELECT project_id, id, '2000-01-01' FROM stored`,
    [
      projectId,
      notes.map((one) => one.user_id),
      notes.map((one) => one.user_sentiment),
      notes.map((one) => one.title),
      notes.map((one) => one.description),
    ],
  )
}
