// Projects as they look after much digesting, made from the notes and vectors of the open benchmark: its products, each grouped as
// the digest groups it. Where more issues are wanted than the benchmark has, all of them come again with changed vectors: the
// difference from the mean of all vectors gets its numbers in another order. So the copies are as near to each other as the
// originals are, and as far from the originals as unrelated issues.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { ISSUE_KINDS } from '../dist/contract/labels.js'
import { OFFLINE_MODEL } from '../dist/digest/engine.js'
import { createApart } from '../dist/digest/group/apart.js'
import { backgroundOf } from '../dist/digest/group/issue-table.js'
import { GROUP_SETTINGS, gather, signOf } from '../dist/digest/group/likeness.js'
import { judgedBy } from '../dist/digest/group/note-likeness.js'
import { loadPairModel } from '../dist/digest/group/pair-model.js'
import { regroup } from '../dist/digest/group/regroup.js'
import { decodePacked, encodeVector, normalize, unpack } from '../dist/digest/group/vector.js'
import { seededRandom } from '../dist/sample/seeded-random.js'

const DATA = 'eval/data'
const VECTORS = 'eval/vectors'
const VECTOR_BYTES = 388
const CHUNK = 200 // issues

const products = () =>
  readdirSync(DATA).flatMap((name) => (name.endsWith('.jsonl') ? [name.slice(0, -'.jsonl'.length)] : []))

/** The notes of each issue that the digest finds in a product. */
function issuesOf(product) {
  const vectors = readFileSync(`${VECTORS}/${product}.bin`)
  const lines = readFileSync(`${DATA}/${product}.jsonl`, 'utf8').trim().split('\n')
  const notes = lines.map((line, at) => {
    const note = JSON.parse(line)
    const packed = decodePacked(vectors.subarray(at * VECTOR_BYTES, (at + 1) * VECTOR_BYTES))
    const facts = { sign: signOf(note.sentiment), kind: ISSUE_KINDS.indexOf(note.kind) }
    const length = note.title.length + note.description.length
    const member = { ...packed, ...facts, id: `${at}`, language: note.language, length }
    return { ...note, vector: unpack(packed), member }
  })
  const alone = notes.map(({ member }) => ({
    ...gather([member]),
    id: member.id,
    size: 1,
    decided: false,
    seen: false,
    members: [member],
  }))
  const comparison = judgedBy(loadPairModel(), backgroundOf(alone))
  const { changed } = regroup(alone, createApart([]), comparison, GROUP_SETTINGS)
  const grouped = changed.map(({ members }) => members.map(({ id }) => notes[id]))
  const known = new Set(grouped.flat())
  return [...grouped, ...notes.filter((note) => !known.has(note)).map((note) => [note])]
}

export function createSeeder(db) {
  const random = seededRandom(12)
  const matters = products().flatMap(issuesOf)
  const common = meanOf(matters.flat())
  const orders = []
  /** The vector of an issue in this round: unchanged in the first, with its numbers in another order in each later one. */
  const comingAgain = (vector, round) => {
    if (round === 0) return vector
    orders[round] ??= shuffled(vector.length, random)
    const own = difference(vector, common)
    return normalize(
      sum(
        common,
        Float32Array.from(orders[round], (from) => own[from]),
      ),
    )
  }
  const offsets = matters.filter((notes) => notes.length >= ENOUGH_FOR_A_CENTER).flatMap(offsetsOf)
  const anyOffset = () => offsets[Math.floor(random() * offsets.length)]

  /** So many notes of one issue: first its own, then others that lie around its center as notes of other issues do around theirs. */
  const notesOf = (issue, members) => {
    const notes = matters[issue % matters.length]
    const round = Math.floor(issue / matters.length)
    const center = notes.length > 1 ? meanOf(notes) : difference(notes[0].vector, anyOffset())
    return Array.from({ length: members }, (_, at) => {
      const note = notes[at % notes.length]
      const vector = at < notes.length ? note.vector : normalize(sum(center, anyOffset()))
      const title = `${note.title} (${issue}.${at})`.slice(-120)
      return { ...note, title, vector: comingAgain(vector, round) }
    })
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
    // What seeding leaves to do is done before anything is measured.
    await db.query('VACUUM ANALYZE')
    await db.query('CHECKPOINT')
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

const ENOUGH_FOR_A_CENTER = 4

const sum = (one, other) => one.map((value, at) => value + other[at])
const difference = (one, other) => one.map((value, at) => value - other[at])
const meanOf = (notes) =>
  notes
    .map(({ vector }) => vector)
    .reduce(sum)
    .map((value) => value / notes.length)

/** How far each note of an issue lies from its center, and where to: a little further than it seems, since it draws the center. */
function offsetsOf(notes) {
  const center = meanOf(notes)
  const drawn = Math.sqrt(notes.length / (notes.length - 1))
  return notes.map(({ vector }) => difference(vector, center).map((value) => value * drawn))
}

function shuffled(length, random) {
  const order = Array.from({ length }, (_, at) => at)
  for (let at = length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[order[at], order[other]] = [order[other], order[at]]
  }
  return order
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
