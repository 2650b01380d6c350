const SELECT_STATE = 'SELECT version::int, model, requeued_to, copies_since::int FROM digest_state WHERE project_id = $1';
/** Workers and people queue here, for the length of a short transaction. */
export async function lockDigestState(tx, projectId) {
    const { rows } = await tx.query({
        name: 'lock-digest-state',
        text: `${SELECT_STATE} FOR UPDATE`,
        values: [projectId],
    });
    if (!rows[0])
        throw new Error(`project ${projectId} has no digest state`);
    return rows[0];
}
/** Without the lock: good enough to read ahead by. */
export async function selectDigestState(tx, projectId) {
    const { rows } = await tx.query({
        name: 'select-digest-state',
        text: SELECT_STATE,
        values: [projectId],
    });
    if (!rows[0])
        throw new Error(`project ${projectId} has no digest state`);
    return rows[0];
}
/** For a person's change: workers see the new number and read again what changed. */
export async function bumpDigestVersion(tx, projectId) {
    const { rows } = await tx.query('UPDATE digest_state SET version = version + 1 WHERE project_id = $1 RETURNING version::int', [projectId]);
    return rows[0]?.version ?? 0;
}
/** After issues were deleted in this version: a list of what changed does not tell of them. */
export async function outdateCopies(tx, projectId, version) {
    await tx.query('UPDATE digest_state SET copies_since = $2 WHERE project_id = $1', [projectId, version]);
}
export async function saveDigestProgress(tx, projectId, progress) {
    await tx.query({
        name: 'save-digest-progress',
        text: `UPDATE digest_state SET version = version + 1, digested_count = digested_count + $2,
             last_digested_at = $3
           WHERE project_id = $1`,
        values: [projectId, progress.digested, progress.at],
    });
}
/** Every copy in memory is read anew, and the project is grouped by this model's vectors from now on. */
export async function startModel(tx, projectId, model, requeuedTo) {
    await tx.query(`UPDATE digest_state SET version = version + 1, copies_since = version + 1, model = $2, requeued_to = $3
     WHERE project_id = $1`, [projectId, model, requeuedTo]);
}
export async function savePreview(tx, projectId, preview) {
    await tx.query('UPDATE digest_state SET threshold_preview = $2 WHERE project_id = $1', [projectId, preview]);
}
/** Before the first observation: all of a project is still to be queued. */
export const FROM_THE_START = '00000000-0000-0000-0000-000000000000';
export async function saveRequeued(tx, projectId, requeuedTo) {
    await tx.query('UPDATE digest_state SET requeued_to = $2 WHERE project_id = $1', [projectId, requeuedTo]);
}
/** Counts a fault of an optional model and keeps its last message, so that a fallback never goes unseen. */
export async function noteModelFault(tx, projectId, model, message, at) {
    await tx.query(`UPDATE digest_state SET model_faults = model_faults || jsonb_build_object($2::text, jsonb_build_object(
       'message', $3::text, 'at', $4::text,
       'count', coalesce((model_faults -> $2 ->> 'count')::int, 0) + 1))
     WHERE project_id = $1`, [projectId, model, message, at.toISOString()]);
}
//# sourceMappingURL=digest-states.js.map