import { pageOf } from '../page.js';
/** The whole batch and its digest jobs in one statement: all of it is stored, or nothing. */
export async function insertObservations(tx, batch) {
    await tx.query({
        name: 'insert-observations',
        text: `WITH stored AS (
             INSERT INTO observation (project_id, user_id, interaction_id, source, user_sentiment, observed_at,
               created_at, id, title, description, agent_issue)
             SELECT $1::uuid, $2::text, $3::text, $4::text, $5::text, $6::timestamptz, $7::timestamptz, item.*
             FROM unnest($8::uuid[], $9::text[], $10::text[], $11::int[]) AS item
             RETURNING project_id, id, created_at)
           INSERT INTO digest_job (project_id, observation_id, due_at) SELECT * FROM stored`,
        values: [
            batch.project_id,
            batch.user_id,
            batch.interaction_id,
            batch.source,
            batch.user_sentiment,
            batch.observed_at,
            batch.created_at,
            batch.items.map((item) => item.id),
            batch.items.map((item) => item.title),
            batch.items.map((item) => item.description),
            batch.items.map((item) => item.agent_issue),
        ],
    });
}
const IN_FULL = `SELECT o.id, o.user_id, o.interaction_id, o.source, o.title, o.description, o.user_sentiment,
    o.observed_at, o.created_at, o.agent_issue, d.kind, d.language,
    (SELECT coalesce(json_agg(json_build_object('id', t.id, 'label', t.label, 'config', t.config,
            'placed_by', ot.placed_by) ORDER BY t.label), '[]')
     FROM observation_tag ot JOIN tag t ON t.project_id = ot.project_id AND t.id = ot.tag_id
     WHERE ot.project_id = o.project_id AND ot.observation_id = o.id AND ot.holds) AS tags,
    (SELECT json_build_object('id', i.id, 'number', i.number, 'title', i.title, 'placed_by', m.placed_by)
     FROM issue_observation m JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id
     WHERE m.project_id = o.project_id AND m.observation_id = o.id) AS issue,
    json_build_object('state', CASE WHEN j.failed_at IS NOT NULL THEN 'failed'
        WHEN j.observation_id IS NOT NULL THEN 'pending' ELSE 'done' END, 'error', j.error) AS digest
  FROM observation o
  LEFT JOIN observation_digest d ON d.project_id = o.project_id AND d.observation_id = o.id
  LEFT JOIN digest_job j ON j.project_id = o.project_id AND j.observation_id = o.id`;
export async function selectObservation(tx, projectId, id) {
    const [row] = await selectObservationsByIds(tx, projectId, [id]);
    return row;
}
/** In the order of the ids; ids of no observation are left out. */
export async function selectObservationsByIds(tx, projectId, ids) {
    const { rows } = await tx.query(`${IN_FULL} WHERE o.project_id = $1 AND o.id = ANY($2::uuid[]) ORDER BY array_position($2::uuid[], o.id)`, [projectId, ids]);
    return rows;
}
/** `q` arrives as the text of a tsquery. Each sub-query keeps to the page too: joined in order, it would start at the newest. */
const CONDITIONS = {
    q: (p) => `o.id IN (SELECT observation_id FROM observation_search s
                      WHERE s.project_id = $1 AND ${pageOf('s.observation_id', 2)} AND s.document @@ ${p}::tsquery)`,
    sentiment: (p) => `o.user_sentiment = ANY(${p})`,
    tag: (p) => `o.id IN (SELECT observation_id FROM observation_tag t
                        WHERE t.project_id = $1 AND ${pageOf('t.observation_id', 2)} AND t.tag_id = ${p} AND t.holds)`,
    issue: (p) => `o.id IN (SELECT observation_id FROM issue_observation m
                          WHERE m.project_id = $1 AND ${pageOf('m.observation_id', 2)} AND m.issue_id = ${p})`,
    user_id: (p) => `o.user_id = ${p}`,
    interaction_id: (p) => `o.interaction_id = ${p}`,
    source: (p) => `o.source = ${p}`,
    from: (p) => `o.observed_at >= ${p}`,
    to: (p) => `o.observed_at < ${p}`,
};
/** The page's ids first, from indexes alone as far as they go; then those few rows in full. */
export async function selectObservations(tx, projectId, { q, ...filter }, page) {
    const values = [projectId, page.before, page.limit];
    const conditions = Object.entries(filter).map(([name, value]) => CONDITIONS[name](`$${values.push(value)}`));
    if (q !== undefined) {
        const few = await selectFewMatches(tx, projectId, q);
        conditions.push(few ? `o.id = ANY($${values.push(few)}::uuid[])` : CONDITIONS.q(`$${values.push(q)}`));
    }
    const where = ['o.project_id = $1', pageOf('o.id', 2), ...conditions].join(' AND ');
    const { rows } = await tx.query(`${IN_FULL} WHERE o.project_id = $1
       AND o.id = ANY(ARRAY(SELECT o.id FROM observation o WHERE ${where} ORDER BY o.id DESC LIMIT $3))
     ORDER BY o.id DESC`, values);
    return rows;
}
const FEW = 3_000;
/**
 * All matches of a search that has few, undefined otherwise. Of a word that it has not counted, PostgreSQL expects one
 * row in 200 to have it, and would go through a million rows in order to find a page of what is not there: 3 s.
 */
async function selectFewMatches(tx, projectId, q) {
    const { rows } = await tx.query(`SELECT observation_id FROM observation_search WHERE project_id = $1 AND document @@ $2::tsquery
     LIMIT ${FEW + 1}`, [projectId, q]);
    return rows.length > FEW ? undefined : rows.map((row) => row.observation_id);
}
//# sourceMappingURL=observations.js.map