// Observations similar to one, among the members of its issue and of the most similar issues.
import type { Tx } from '../pool.ts'

type SimilarObservation = { observation_id: string; meaning: Buffer | null; model: string }

/** How many of its own issue, and of each similar one, are compared: bounded in projects of any size. */
const OF_OWN_ISSUE = 200
const OF_EACH_OTHER = 40

/** The most similar first. The vectors are bytes with one scale each, so comparing angles needs no decoding. */
export async function selectSimilarObservations(
  tx: Tx,
  projectId: string,
  observationId: string,
): Promise<SimilarObservation[]> {
  const { rows } = await tx.query<SimilarObservation>(
    `WITH home AS (
       SELECT i.id, i.neighbours FROM issue_observation m JOIN issue i ON i.project_id = $1 AND i.id = m.issue_id
       WHERE m.project_id = $1 AND m.observation_id = $2),
     area AS (
       SELECT id, ${OF_OWN_ISSUE} AS most FROM home
       UNION ALL SELECT (near ->> 'issue_id')::uuid, ${OF_EACH_OTHER} FROM home, jsonb_array_elements(home.neighbours) AS near),
     near AS (
       SELECT $2::uuid AS observation_id
       UNION SELECT m.observation_id FROM area CROSS JOIN LATERAL (SELECT observation_id FROM issue_observation
         WHERE project_id = $1 AND issue_id = area.id ORDER BY observation_id DESC LIMIT area.most) m)
     SELECT near.observation_id, d.meaning, d.model FROM near
     JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = near.observation_id`,
    [projectId, observationId],
  )
  const own = rows.find((row) => row.observation_id === observationId)
  const scored = rows
    .filter((row) => row !== own)
    .map((row) => ({ row, score: own && row.model === own.model ? cosine(own.meaning, row.meaning) : 0 }))
  return scored.sort((a, b) => b.score - a.score).map(({ row }) => row)
}

const SCALE_BYTES = 4

/** A view of the bytes is read several times faster than the buffer itself, which matters for hundreds of vectors. */
function cosine(a: Buffer | null, b: Buffer | null): number {
  if (!a || !b || a.length !== b.length) return 0
  const [left, right] = [valuesOf(a), valuesOf(b)]
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let at = 0; at < left.length; at++) {
    const x = left[at] as number
    const y = right[at] as number
    product += x * y
    squaresA += x * x
    squaresB += y * y
  }
  return product / Math.sqrt(squaresA * squaresB || 1)
}

const valuesOf = (meaning: Buffer): Int8Array =>
  new Int8Array(meaning.buffer, meaning.byteOffset + SCALE_BYTES, meaning.length - SCALE_BYTES)
