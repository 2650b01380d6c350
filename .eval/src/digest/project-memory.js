// A worker's copies of the projects it digests, so that grouping needs no look at the database. A copy is current when
// it has the version that the project's digest state has; what changed since is read again, issue by issue.
import { ISSUE_KINDS } from '../contract/labels.js';
import { FROM_THE_START, lockDigestState, startModel } from '../db/digest/digest-states.js';
import { selectKnownIssues } from '../db/issues/issue-members.js';
import { selectApart } from '../db/issues/issue-pairs.js';
import { createApart } from './group/apart.js';
import { createIssueTable, KNOWN_MEMBERS } from './group/issue-table.js';
import { signOf } from './group/likeness.js';
import { decodePacked } from './group/vector.js';
const KEPT_PROJECTS = 16;
const NEVER = -1;
export function createProjectMemories(model) {
    const memories = new Map();
    async function upToDate(tx, projectId, state) {
        const known = memories.get(projectId);
        const usable = known && known.version >= state.copies_since;
        const memory = usable
            ? known
            : { version: NEVER, table: createIssueTable(), apart: createApart([]) };
        memories.delete(projectId); // and back in: the map's order is that of use
        if (memory.version !== state.version) {
            await catchUp(tx, projectId, memory, model);
            memory.apart = createApart(await selectApart(tx, projectId));
            memory.version = state.version;
        }
        memories.set(projectId, memory);
        const [oldest] = memories.keys();
        if (memories.size > KEPT_PROJECTS && oldest)
            memories.delete(oldest);
        return memory;
    }
    return {
        async prepare(db, projectId, state) {
            await upToDate(db, projectId, state);
        },
        current: upToDate,
        keep(projectId, version) {
            const memory = memories.get(projectId);
            if (memory)
                memory.version = version;
        },
        peek: (projectId) => memories.get(projectId),
        compiledTags(projectId, key) {
            const tags = memories.get(projectId)?.tags;
            return tags?.key === key ? tags.compiled : undefined;
        },
        keepTags(projectId, key, compiled) {
            const memory = memories.get(projectId);
            if (memory)
                memory.tags = { key, compiled };
        },
        forget: (projectId) => void memories.delete(projectId),
    };
}
async function catchUp(tx, projectId, memory, model) {
    const rows = await selectKnownIssues(tx, projectId, { since: memory.version, model, each: KNOWN_MEMBERS });
    const byIssue = new Map();
    for (const row of rows)
        byIssue.set(row.id, [...(byIssue.get(row.id) ?? []), row]);
    for (const [id, own] of byIssue) {
        const { merged_into, held, size } = own[0];
        const members = own.filter((row) => row.observation_id !== null).map(toMember);
        if (merged_into !== null || members.length === 0)
            memory.table.drop(id);
        else
            memory.table.put({ id, held, seen: false, size }, members);
    }
}
const toMember = (row) => ({
    id: row.observation_id,
    ...decodePacked(row.meaning),
    sign: signOf(row.user_sentiment),
    kind: ISSUE_KINDS.indexOf(row.kind),
    pinned: row.judged || row.placed_by !== 'machine',
});
/** Takes the digest lock. A project that another model has read is read again by this one, in the background. */
export async function lockForModel(tx, projectId, model) {
    const state = await lockDigestState(tx, projectId);
    if (state.model === model)
        return state;
    await startModel(tx, projectId, model, state.model === null ? state.requeued_to : FROM_THE_START);
    return lockDigestState(tx, projectId);
}
//# sourceMappingURL=project-memory.js.map