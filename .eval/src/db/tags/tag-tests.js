import { LIMITS } from '../../contract/limits.js';
export async function insertTagTest(tx, projectId, test, at) {
    await tx.query('INSERT INTO tag_trial (project_id, id, tag_id, label, config, asked_at) VALUES ($1, $2, $3, $4, $5, $6)', [projectId, test.id, test.tag_id, test.label, test.config, at]);
}
/** Somebody still waits for it at the time that the parameter holds. */
export const isAwaited = (now) => `answered_at IS NULL AND asked_at > ${now}::timestamptz - interval '${LIMITS.tagTestSeconds} seconds'`;
export async function selectOpenTagTest(tx, projectId, now) {
    const { rows } = await tx.query({
        name: 'select-open-tag-test',
        text: `SELECT id, tag_id, label, config FROM tag_trial
           WHERE project_id = $1 AND ${isAwaited('$2')} ORDER BY asked_at LIMIT 1`,
        values: [projectId, now],
    });
    return rows[0];
}
export async function answerTagTest(tx, projectId, id, finding, at) {
    await tx.query('UPDATE tag_trial SET answered_at = $3, finding = $4 WHERE project_id = $1 AND id = $2', [
        projectId,
        id,
        at,
        finding,
    ]);
}
export async function selectTagTestAnswer(tx, projectId, id) {
    const { rows } = await tx.query({
        name: 'select-tag-test-answer',
        text: 'SELECT answered_at, finding FROM tag_trial WHERE project_id = $1 AND id = $2',
        values: [projectId, id],
    });
    return rows[0] ?? { answered_at: null, finding: null };
}
export async function deleteTagTest(tx, projectId, id) {
    await tx.query('DELETE FROM tag_trial WHERE project_id = $1 AND id = $2', [projectId, id]);
}
/** Left behind by processes that were ended while they waited. */
export async function deleteTagTestsBefore(tx, before) {
    await tx.query('DELETE FROM tag_trial WHERE asked_at < $1', [before]);
}
//# sourceMappingURL=tag-tests.js.map