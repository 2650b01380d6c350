import { pageOf } from '../page.js';
const COLUMNS = 'id, label, config, created_at, updated_at';
const COUNTED = `${COLUMNS}, (SELECT coalesce(sum(tag_day.count), 0)::int FROM tag_day
  WHERE tag_day.project_id = tag.project_id AND tag_day.tag_id = tag.id) AS observation_count`;
/** False when the project has a tag of this label already. */
export async function insertTag(tx, projectId, tag) {
    const { rowCount } = await tx.query(`INSERT INTO tag (project_id, id, label, config, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (project_id, label) DO NOTHING`, [projectId, tag.id, tag.label, tag.config, tag.created_at, tag.updated_at]);
    return rowCount === 1;
}
export async function selectTag(tx, projectId, id) {
    const { rows } = await tx.query(`SELECT ${COUNTED} FROM tag WHERE project_id = $1 AND id = $2`, [projectId, id]);
    return rows[0];
}
export async function lockTag(tx, projectId, id) {
    const { rows } = await tx.query(`SELECT ${COLUMNS} FROM tag WHERE project_id = $1 AND id = $2 FOR NO KEY UPDATE`, [projectId, id]);
    return rows[0];
}
export async function selectTags(tx, projectId, page) {
    const { rows } = await tx.query(`SELECT ${COUNTED} FROM tag WHERE project_id = $1 AND ${pageOf('id', 2)} ORDER BY id DESC LIMIT $3`, [projectId, page.before, page.limit]);
    return rows;
}
/** Every tag of a project: matching needs all of them. */
export async function selectAllTags(tx, projectId) {
    const { rows } = await tx.query({
        name: 'select-all-tags',
        text: `SELECT ${COLUMNS} FROM tag WHERE project_id = $1 ORDER BY id`,
        values: [projectId],
    });
    return rows;
}
/** Undefined when the project has no such tag; throws unique_violation when the label is taken. */
export async function updateTagRow(tx, projectId, id, change, at) {
    const { rows } = await tx.query(`UPDATE tag SET label = coalesce($3, label), config = coalesce($4, config), updated_at = $5
     WHERE project_id = $1 AND id = $2 RETURNING ${COUNTED}`, [projectId, id, change.label ?? null, change.config ?? null, at]);
    return rows[0];
}
/** The label of what was deleted; undefined when the project has no such tag. */
export async function deleteTagRow(tx, projectId, id) {
    const { rows } = await tx.query('DELETE FROM tag WHERE project_id = $1 AND id = $2 RETURNING label', [projectId, id]);
    return rows[0]?.label;
}
//# sourceMappingURL=tags.js.map