// Who changed what: written in the transaction of the change, read newest first.
import { insertAudit, selectAudit } from '../../db/audit/audit-log.js';
import { page } from '../pages.js';
export const MACHINE = 'machine';
export const COMMAND_LINE = 'command line';
export function audit(tx, { now, newId }, projectId, entry) {
    const { actor, action, subjectId, facts = {} } = entry;
    return insertAudit(tx, projectId, { id: newId(), at: now(), actor, action, subject_id: subjectId, facts });
}
const show = ({ id, at, actor, action, subject_id, subject_title, facts }) => ({
    id,
    at: at.toISOString(),
    actor,
    action,
    subject_id,
    subject_title,
    facts,
});
export function listAudit(deps, projectId, filter, query) {
    return page(query, (at) => selectAudit(deps.db, projectId, filter, at), (row) => row.id, show);
}
//# sourceMappingURL=audit.js.map