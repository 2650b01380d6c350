// Projects that look as if the digest had been at work for long: issues with true grouping state, their observations,
// memberships, vectors and counters. Vectors are put together from those of a matter's parts, to save the time.
import { createSentenceEmbedder } from '../dist/digest/encode/sentence-embedder.js'
import { observationFeatures, textsToEmbed } from '../dist/digest/features/observation-features.js'
import { massOf } from '../dist/digest/features/similarity.js'
import { loadGramShares, loadProjection } from '../dist/digest/features/trained-weights.js'
import { createGrouper } from '../dist/digest/group/grouper.js'
import {
  decodeBackground,
  encodeBackground,
  encodeIssue,
  encodeMeaning,
} from '../dist/digest/group/state-codec.js'
import { MATTERS, observationMaker } from './observations.mjs'

const LEARNED_FROM = 300
const CHUNK = 1_000

/** Learns what an ordinary pair looks like from a few hundred observations, as the digest would. */
function learn(embed) {
  const { tell } = observationMaker(11)
  const known = Array.from({ length: LEARNED_FROM }, (_, i) => {
    const text = tell(i * 31)
    return observationFeatures(text, embed(textsToEmbed(text)))
  })
  const grouper = createGrouper({}, { centre: loadProjection().centre, gramShares: loadGramShares() })
  let ids = 0
  for (const features of known) grouper.assign(features, () => `issue-${ids++}`)
  return { background: grouper.save().background, yardstick: grouper.project().yardstick }
}

/** The same statistics, as if so many observations had been seen. */
function grown(background, observations) {
  const learned = decodeBackground(background)
  const factor = Math.max(1, observations / learned.count)
  return encodeBackground({
    ...learned,
    count: Math.round(learned.count * factor),
    meaningCount: Math.round(learned.meaningCount * factor),
    meaningSum: learned.meaningSum.map((value) => value * factor),
    gramCounts: learned.gramCounts.map((value) => value * factor),
  })
}

function stateOf(features, members, yardstick) {
  const { meaningSum, meaningSquares, grams, language, kinds } = massOf(features, yardstick)
  const mass = {
    members,
    meanings: members,
    meaningSum: meaningSum.map((value) => value * members),
    meaningSquares: meaningSquares * members,
    grams: new Map([...grams].map(([bucket, weight]) => [bucket, weight * members])),
    language,
    kinds: kinds.map((value) => value * members),
  }
  return encodeIssue(mass, false)
}

export function createSeeder(db) {
  const embed = createSentenceEmbedder()
  const { background, yardstick } = learn(embed)
  const { tell, partsOf } = observationMaker(12)
  const vectors = new Map()
  const vectorOf = (sentence) => {
    if (!vectors.has(sentence)) vectors.set(sentence, embed([sentence])[0])
    return vectors.get(sentence)
  }

  async function seedIssues(projectId, from, count, members) {
    const issues = Array.from({ length: count }, (_, i) => {
      const number = ((from + i) * 7_919) % MATTERS
      const text = tell(number)
      const features = observationFeatures(text, partsOf(number).map(vectorOf))
      return { text, state: stateOf(features, members, yardstick), meaning: encodeMeaning(features.meaning) }
    })
    await db.query(
      `WITH item AS (
         SELECT gen_random_uuid() AS issue_id, title, description, state, meaning
         FROM unnest($2::text[], $3::text[], $4::bytea[], $5::bytea[]) AS of (title, description, state, meaning)),
       member AS (
         SELECT gen_random_uuid() AS id, 'user-' || (random() * 5000)::int AS user_id, item.*,
           now() - random() * interval '60 days' AS at FROM item, generate_series(1, $6)),
       issues AS (
         INSERT INTO issue (project_id, id, number, title, summary, state, state_version, created_at, updated_at,
           observation_count, user_count, sentiment_counts, first_seen, last_seen, described_count)
         SELECT $1, issue_id, $7 + row_number() OVER (), min(title), min(description), min(state), 0, min(at), max(at), count(*),
           count(DISTINCT user_id), ARRAY[0, 0, count(*), 0, 0]::int[], min(at), max(at), count(*)
         FROM member GROUP BY issue_id),
       observations AS (
         INSERT INTO observation SELECT $1, id, user_id, id, 'import', title, description, 'neutral', at, at FROM member),
       memberships AS (
         INSERT INTO issue_observation SELECT $1, id, issue_id, 'machine', 2 FROM member),
       digests AS (
         INSERT INTO observation_digest SELECT $1, id, 'en', 'problem', 'use-lite-128/1', meaning, at FROM member),
       searches AS (
         INSERT INTO observation_search SELECT $1, id, to_tsvector('english', title) FROM member),
       users AS (
         INSERT INTO issue_user SELECT $1, issue_id, user_id, count(*) FROM member GROUP BY 2, 3)
       INSERT INTO issue_day SELECT $1, issue_id, at::date, count(*) FROM member GROUP BY 2, 3`,
      [
        projectId,
        issues.map(({ text }) => text.title),
        issues.map(({ text }) => text.description),
        issues.map(({ state }) => state),
        issues.map(({ meaning }) => meaning),
        members,
        from,
      ],
    )
  }

  /** A project of its own with so many issues of so many members each; its id. */
  return async (issues, members) => {
    const { rows } = await db.query(
      `INSERT INTO project (id, name, created_at) VALUES (gen_random_uuid(), $1, now()) RETURNING id`,
      [`${issues} issues`],
    )
    const projectId = rows[0].id
    for (let from = 0; from < issues; from += CHUNK)
      await seedIssues(projectId, from, Math.min(CHUNK, issues - from), members)
    await db.query(
      `INSERT INTO digest_state (project_id, version, background, digested_count, last_issue_number)
       VALUES ($1, 1, $2, $3, $4)`,
      [projectId, grown(background, issues * members), issues * members, issues],
    )
    await db.query('ANALYZE')
    return projectId
  }
}

/** Stores observations with their jobs, as a post does, without the HTTP. */
export async function enqueue(db, projectId, make, count, matters) {
  const made = Array.from({ length: count }, () => make.any(matters))
  await db.query(
    `WITH stored AS (
       INSERT INTO observation
       SELECT $1::uuid, gen_random_uuid(), user_id, 'thread', 'import', title, description, sentiment, now(), now()
       FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS item (user_id, sentiment, title, description)
       RETURNING project_id, id)
     INSERT INTO digest_job (project_id, observation_id, due_at) SELECT project_id, id, '2000-01-01' FROM stored`,
    [
      projectId,
      made.map((one) => one.user_id),
      made.map((one) => one.user_sentiment),
      made.map((one) => one.title),
      made.map((one) => one.description),
    ],
  )
}

/** From now on what is posted is stored with its job and not digested: so that only the backlog keeps the digest busy. */
export const holdPosts = (db) =>
  db.query(`CREATE FUNCTION bench_hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN NEW.due_at = 'infinity'; RETURN NEW; END $$;
    CREATE TRIGGER bench_hold BEFORE INSERT ON digest_job FOR EACH ROW WHEN (NEW.due_at > '2001-01-01')
      EXECUTE FUNCTION bench_hold()`)
