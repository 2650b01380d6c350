// The optional language model: decides where grouping is unsure, and words titles and summaries.
// Whatever goes wrong with it is noted for the team to see, and the offline path stands.
import { noteModelFault } from '../db/digest/digest-states.js';
import { selectIssuesByIds } from '../db/issues/issue-lists.js';
import { selectNewestMembers } from '../db/issues/issue-members.js';
import { saveModelWording } from '../db/issues/issues.js';
import { ModelFault } from './models/model-fault.js';
const CANDIDATES = 8;
/** Nobody needs to be asked about what is hardly alike, or nearly the same. */
const UNSURE_FROM = 0.5;
const SURE_FROM = 0.97;
const NAMED_FROM = 2; // members; the title of a single observation needs no rewording
const MEMBERS = 8;
export async function askModel(deps, engine, projectId, items) {
    const verdicts = new Map();
    if (!engine.chat)
        return verdicts;
    const table = engine.memories.peek(projectId)?.table;
    for (const { job, note } of table ? items : []) {
        const [best, ...rest] = table?.propose(note, CANDIDATES) ?? [];
        if (!best || best.score >= SURE_FROM || best.score < UNSURE_FROM)
            continue;
        const ids = [best, ...rest].map(({ issueId }) => issueId);
        const candidates = await selectIssuesByIds(deps.db, projectId, ids);
        const answer = await attempt(deps, engine, projectId, (chat) => chat.sameMatter(job, candidates));
        if (answer)
            verdicts.set(job.id, { issueId: answer.same, asked: new Set(ids) });
    }
    return verdicts;
}
export async function nameWithModel(deps, engine, projectId, issueIds) {
    if (!engine.chat || issueIds.length === 0)
        return;
    const issues = await selectIssuesByIds(deps.db, projectId, issueIds);
    for (const issue of issues) {
        if (issue.observation_count < NAMED_FROM || issue.title_by === 'person')
            continue;
        const members = await selectNewestMembers(deps.db, projectId, [issue.id], MEMBERS);
        const wording = await attempt(deps, engine, projectId, (chat) => chat.describe(members));
        if (wording)
            await saveModelWording(deps.db, projectId, issue, wording, deps.now());
    }
}
async function attempt(deps, engine, projectId, ask) {
    if (!engine.chat)
        return null;
    const { model, circuit } = engine.chat;
    try {
        return await circuit.run(() => ask(model));
    }
    catch (error) {
        if (!(error instanceof ModelFault))
            throw error;
        await noteModelFault(deps.db, projectId, 'llm', error.message, deps.now());
        return null;
    }
}
//# sourceMappingURL=ask-model.js.map