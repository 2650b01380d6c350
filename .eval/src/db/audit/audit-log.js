import { pageOf } from '../page.js';
export async function insertAudit(tx, projectId, row) {
    await tx.query({
        name: 'insert-audit',
        text: `INSERT INTO audit_log (project_id, id, at, actor, action, subject_id, facts)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        values: [projectId, row.id, row.at, row.actor, row.action, row.subject_id, JSON.stringify(row.facts)],
    });
}
/** For one action that takes several transactions: each of them writes how far it came. */
export async function updateAuditFacts(tx, projectId, id, facts) {
    await tx.query('UPDATE audit_log SET facts = $3 WHERE project_id = $1 AND id = $2', [
        projectId,
        id,
        JSON.stringify(facts),
    ]);
}
/** What issues were called before a person named them: words of their observations, which go with these. */
export async function forgetFoundTitles(tx, projectId, issueIds) {
    await tx.query(`UPDATE audit_log SET facts = facts #- '{was,title}'
     WHERE project_id = $1 AND subject_id = ANY($2::uuid[]) AND action = 'issue.changed'`, [projectId, issueIds]);
}
/** As the partial indexes have it, or they would not be used. */
const MADE_BY = {
    people: "AND actor <> 'machine'",
    machine: "AND actor = 'machine'",
};
export async function selectAudit(tx, projectId, { subject, by }, page) {
    const { rows } = await tx.query(`SELECT told.*, issue.title AS subject_title FROM (
       SELECT project_id, id, at, actor, action, subject_id, facts FROM audit_log
       WHERE project_id = $1 AND ($2::uuid IS NULL OR subject_id = $2) AND ${pageOf('id', 3)}
         ${by === null ? '' : MADE_BY[by]}
       ORDER BY id DESC LIMIT $4) AS told
     LEFT JOIN issue ON issue.project_id = told.project_id AND issue.id = told.subject_id
     ORDER BY told.id DESC`, [projectId, subject, page.before, page.limit]);
    return rows;
}
//# sourceMappingURL=audit-log.js.map