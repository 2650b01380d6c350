import { countArrivals } from './issue-counters.js';
export async function selectMemberships(tx, projectId, observationIds) {
    const { rows } = await tx.query({
        name: 'select-memberships',
        text: `SELECT m.observation_id, m.issue_id, m.placed_by, i.held
           FROM issue_observation m JOIN issue i ON i.project_id = m.project_id AND i.id = m.issue_id
           WHERE m.project_id = $1 AND m.observation_id = ANY($2::uuid[])`,
        values: [projectId, observationIds],
    });
    return new Map(rows.map((row) => [row.observation_id, row]));
}
export async function placeObservations(tx, projectId, placements, by) {
    if (placements.length === 0)
        return;
    await tx.query({
        name: 'place-observations',
        text: `INSERT INTO issue_observation (project_id, observation_id, issue_id, score, judged, placed_by)
           SELECT $1::uuid, item.*, $6::text FROM unnest($2::uuid[], $3::uuid[], $4::real[], $5::boolean[]) AS item
           ON CONFLICT (project_id, observation_id)
           DO UPDATE SET issue_id = excluded.issue_id, score = excluded.score, judged = excluded.judged,
             placed_by = excluded.placed_by`,
        values: [
            projectId,
            placements.map((placement) => placement.observationId),
            placements.map((placement) => placement.issueId),
            placements.map((placement) => placement.score),
            placements.map((placement) => placement.judged),
            by,
        ],
    });
}
/** Moves every member of an issue to another, and says which they were. */
export async function moveAllMembers(tx, projectId, from, into) {
    const { rows } = await tx.query(`UPDATE issue_observation SET issue_id = $3 WHERE project_id = $1 AND issue_id = $2 RETURNING observation_id`, [projectId, from, into]);
    return rows.map((row) => row.observation_id);
}
/** Moves some observations to another issue and counts them there; where they were is to be counted anew. */
export async function moveMembers(tx, projectId, observationIds, into) {
    const { rows } = await tx.query(`UPDATE issue_observation m SET issue_id = $3, placed_by = 'machine', score = NULL, judged = false FROM observation o
     WHERE m.project_id = $1 AND m.observation_id = ANY($2::uuid[])
       AND o.project_id = $1 AND o.id = m.observation_id
     RETURNING o.user_id, o.user_sentiment, o.observed_at`, [projectId, observationIds, into]);
    const arrivals = rows.map((row) => ({
        issueId: into,
        userId: row.user_id,
        sentiment: row.user_sentiment,
        observedAt: row.observed_at,
    }));
    await countArrivals(tx, projectId, arrivals);
}
export async function selectTitles(tx, projectId, observationIds) {
    const { rows } = await tx.query('SELECT id, title FROM observation WHERE project_id = $1 AND id = ANY($2::uuid[])', [projectId, observationIds]);
    return new Map(rows.map(({ id, title }) => [id, title]));
}
/** What is in the issue was put together by a person, and stays together. */
export async function pinMembers(tx, projectId, issueId) {
    await tx.query(`UPDATE issue_observation SET placed_by = 'person' WHERE project_id = $1 AND issue_id = $2
       AND placed_by <> 'person'`, [projectId, issueId]);
}
/** Those of the observations that are in this issue. */
export async function selectMembersAmong(tx, projectId, issueId, observationIds) {
    const { rows } = await tx.query(`SELECT observation_id FROM issue_observation
     WHERE project_id = $1 AND issue_id = $2 AND observation_id = ANY($3::uuid[]) ORDER BY observation_id`, [projectId, issueId, observationIds]);
    return rows.map((row) => row.observation_id);
}
/** The newest members of each issue, at most so many each: what descriptions and rebuilt state are made from. */
export async function selectNewestMembers(tx, projectId, issueIds, each) {
    const { rows } = await tx.query({
        name: 'select-newest-members',
        text: `SELECT wanted.issue_id, m.observation_id, o.user_id, o.title, o.description, o.user_sentiment, d.kind, d.language,
             d.model, d.meaning
           FROM unnest($2::uuid[]) AS wanted (issue_id)
           CROSS JOIN LATERAL (
             SELECT observation_id FROM issue_observation
             WHERE project_id = $1 AND issue_id = wanted.issue_id ORDER BY observation_id DESC LIMIT $3) m
           JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id
           JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = m.observation_id`,
        values: [projectId, issueIds, each],
    });
    return rows;
}
/** A row a note: what changed since a version, each issue with its newest notes that this model has read. */
export async function selectKnownIssues(tx, projectId, { since, model, each }) {
    const { rows } = await tx.query({
        name: 'select-known-issues',
        text: `SELECT i.id, i.merged_into, i.held, i.observation_count AS size, m.*
           FROM issue i LEFT JOIN LATERAL (
             SELECT m.observation_id, m.placed_by, m.judged, d.kind, o.user_sentiment, d.meaning FROM (
               SELECT observation_id, placed_by, judged FROM issue_observation
               WHERE project_id = $1 AND issue_id = i.id ORDER BY observation_id DESC LIMIT $4) m
             JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = m.observation_id
               AND d.model = $3 AND d.meaning IS NOT NULL
             JOIN observation o ON o.project_id = $1 AND o.id = m.observation_id) m ON i.merged_into IS NULL
           WHERE i.project_id = $1 AND i.state_version > $2`,
        values: [projectId, since, model, each],
    });
    return rows;
}
/** By the hash of a text: the issue of an observation that says exactly the same. */
export async function selectIssuesOfTexts(tx, projectId, hashes, model) {
    const { rows } = await tx.query({
        name: 'select-issues-of-texts',
        text: `SELECT wanted.text_hash, same.issue_id FROM unnest($2::bytea[]) AS wanted (text_hash)
           CROSS JOIN LATERAL (
             SELECT m.issue_id FROM observation_digest d
             JOIN issue_observation m ON m.project_id = $1 AND m.observation_id = d.observation_id
             WHERE d.project_id = $1 AND d.text_hash = wanted.text_hash AND d.model = $3
             LIMIT 1) same`,
        values: [projectId, hashes, model],
    });
    return new Map(rows.map((row) => [row.text_hash.toString('hex'), row.issue_id]));
}
//# sourceMappingURL=issue-members.js.map