export async function insertTestObservation(tx, projectId, observation, at) {
    await tx.query('INSERT INTO test_observation (project_id, id, observation, created_at) VALUES ($1, $2, $3, $4)', [projectId, observation.id, observation, at]);
}
export async function selectOpenTest(tx, projectId) {
    const { rows } = await tx.query({
        name: 'select-open-test',
        text: `SELECT observation FROM test_observation WHERE project_id = $1 AND digested_at IS NULL
           ORDER BY created_at LIMIT 1`,
        values: [projectId],
    });
    return rows[0]?.observation;
}
export async function answerTest(tx, projectId, id, found, at) {
    const { finding, error } = { finding: null, error: null, ...found };
    await tx.query('UPDATE test_observation SET digested_at = $3, finding = $4, error = $5 WHERE project_id = $1 AND id = $2', [projectId, id, at, finding, error]);
}
export async function selectTestObservation(tx, projectId, id) {
    const { rows } = await tx.query(`SELECT observation, digested_at, error, finding ->> 'language' AS language, finding ->> 'kind' AS kind,
       (SELECT coalesce(json_agg(json_build_object('id', t.id, 'label', t.label, 'config', t.config,
               'placed_by', 'machine') ORDER BY t.label), '[]')
        FROM tag t WHERE t.project_id = $1 AND finding -> 'tag_ids' ? t.id::text) AS tags
     FROM test_observation WHERE project_id = $1 AND id = $2`, [projectId, id]);
    return rows[0];
}
export async function countTestObservations(tx, projectId) {
    const { rows } = await tx.query('SELECT count(*)::int AS count FROM test_observation WHERE project_id = $1', [projectId]);
    return rows[0]?.count ?? 0;
}
/** How many they were. */
export async function deleteTestObservations(tx, projectId) {
    const { rowCount } = await tx.query('DELETE FROM test_observation WHERE project_id = $1', [projectId]);
    return rowCount ?? 0;
}
export async function deleteTestObservationsBefore(tx, before) {
    await tx.query('DELETE FROM test_observation WHERE created_at < $1', [before]);
}
//# sourceMappingURL=test-observations.js.map