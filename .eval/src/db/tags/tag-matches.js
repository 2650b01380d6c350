/** Replaces what the machine found earlier for these observations; what people said stays. */
export async function replaceMachineTags(tx, projectId, observationIds, tagId, matches) {
    await tx.query({
        name: 'remove-machine-tags',
        text: `DELETE FROM observation_tag WHERE project_id = $1 AND observation_id = ANY($2::uuid[])
             AND placed_by = 'machine' AND ($3::uuid IS NULL OR tag_id = $3)`,
        values: [projectId, observationIds, tagId],
    });
    if (matches.length === 0)
        return;
    await tx.query({
        name: 'insert-machine-tags',
        // A tag deleted since it was read is left out, instead of failing the batch.
        text: `INSERT INTO observation_tag (project_id, observation_id, tag_id, score, day)
           SELECT $1::uuid, item.observation_id, item.tag_id, item.score, (item.at AT TIME ZONE 'UTC')::date
           FROM unnest($2::uuid[], $3::uuid[], $4::real[], $5::timestamptz[])
             AS item (observation_id, tag_id, score, at)
           JOIN tag ON tag.project_id = $1 AND tag.id = item.tag_id
           ON CONFLICT (project_id, observation_id, tag_id) DO NOTHING`,
        values: [
            projectId,
            matches.map((match) => match.observationId),
            matches.map((match) => match.tagId),
            matches.map((match) => match.score),
            matches.map((match) => match.observedAt),
        ],
    });
}
export async function saveVerdict(tx, projectId, observationId, tagId, holds) {
    await tx.query(`INSERT INTO observation_tag (project_id, observation_id, tag_id, placed_by, holds, day)
     SELECT $1, $2, $3, 'person', $4, (observed_at AT TIME ZONE 'UTC')::date FROM observation
     WHERE project_id = $1 AND id = $2
     ON CONFLICT (project_id, observation_id, tag_id) DO UPDATE SET placed_by = 'person', holds = $4`, [projectId, observationId, tagId, holds]);
}
/** What people said about tags, the newest of each: what tags learn from. */
export async function selectLessons(tx, projectId, eachTag) {
    const { rows } = await tx.query(`SELECT tag.id AS tag_id, said.observation_id, said.holds, o.title, o.description, d.meaning, d.model
     FROM tag CROSS JOIN LATERAL (
       SELECT observation_id, holds FROM observation_tag
       WHERE project_id = $1 AND tag_id = tag.id AND placed_by = 'person'
       ORDER BY observation_id DESC LIMIT $2) said
     JOIN observation o ON o.project_id = $1 AND o.id = said.observation_id
     LEFT JOIN observation_digest d ON d.project_id = $1 AND d.observation_id = said.observation_id
     WHERE tag.project_id = $1`, [projectId, eachTag]);
    return rows;
}
export async function selectDigestedCount(tx, projectId) {
    const { rows } = await tx.query('SELECT digested_count::int FROM digest_state WHERE project_id = $1', [projectId]);
    return rows[0]?.digested_count ?? 0;
}
const REMATCH = 'tag_id, started_at, finished_at, after_id, total, done, matched';
/** Starts over when one is under way: the tag may have changed. */
export async function startRematch(tx, projectId, tagId, at) {
    const { rows } = await tx.query(`INSERT INTO tag_rematch (project_id, tag_id, started_at, total)
     SELECT $1, $2, $3, count(*) FROM observation_digest WHERE project_id = $1
     ON CONFLICT (project_id, tag_id) DO UPDATE SET started_at = $3, total = excluded.total, finished_at = NULL,
       after_id = NULL, done = 0, matched = 0
     RETURNING ${REMATCH}`, [projectId, tagId, at]);
    return rows[0];
}
/** For all of the project's tags; passes that are under way start over. */
export async function startRematches(tx, projectId, at) {
    await tx.query(`INSERT INTO tag_rematch (project_id, tag_id, started_at, total)
     SELECT $1, tag.id, $2, (SELECT count(*) FROM observation_digest WHERE project_id = $1)
     FROM tag WHERE tag.project_id = $1
     ON CONFLICT (project_id, tag_id) DO UPDATE SET started_at = $2, total = excluded.total, finished_at = NULL,
       after_id = NULL, done = 0, matched = 0`, [projectId, at]);
}
export async function selectRematch(tx, projectId, tagId) {
    const { rows } = await tx.query(`SELECT ${REMATCH} FROM tag_rematch WHERE project_id = $1 AND tag_id = $2`, [projectId, tagId]);
    return rows[0];
}
export async function selectOpenRematch(tx, projectId) {
    const { rows } = await tx.query(`SELECT ${REMATCH} FROM tag_rematch WHERE project_id = $1 AND finished_at IS NULL ORDER BY started_at LIMIT 1`, [projectId]);
    return rows[0];
}
/** The newest that the digest has read. */
export async function selectNewestDigested(tx, projectId, limit) {
    const { rows } = await tx.query(`SELECT d.observation_id, o.title, o.description, o.observed_at, d.language, d.model, d.meaning
     FROM observation_digest d JOIN observation o ON o.project_id = d.project_id AND o.id = d.observation_id
     WHERE d.project_id = $1 ORDER BY d.observation_id DESC LIMIT $2`, [projectId, limit]);
    return rows;
}
export async function selectDigestedAfter(tx, projectId, after, limit) {
    const { rows } = await tx.query(`SELECT d.observation_id, o.title, o.description, o.observed_at, d.language, d.model, d.meaning
     FROM observation_digest d JOIN observation o ON o.project_id = d.project_id AND o.id = d.observation_id
     WHERE d.project_id = $1 AND ($2::uuid IS NULL OR d.observation_id > $2) ORDER BY d.observation_id LIMIT $3`, [projectId, after, limit]);
    return rows;
}
/** Only for the pass that is still the current one: a restarted pass is not advanced by a step of the old one. */
export async function advanceRematch(tx, projectId, tagId, step) {
    const { rowCount } = await tx.query(`UPDATE tag_rematch SET after_id = coalesce($4, after_id), done = done + $5, matched = matched + $6,
       finished_at = $7
     WHERE project_id = $1 AND tag_id = $2 AND started_at = $3 AND finished_at IS NULL`, [projectId, tagId, step.startedAt, step.afterId, step.done, step.matched, step.finishedAt]);
    return rowCount === 1;
}
//# sourceMappingURL=tag-matches.js.map