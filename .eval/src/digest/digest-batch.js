// Digests a batch of one project's observations: vectors first, outside any lock; then, in one short transaction
// under the project's digest lock, issues, tags, counters, search index and the removal of the jobs.
import { postponeJobs, removeJobs } from '../db/digest/digest-jobs.js';
import { noteModelFault, saveDigestProgress, selectDigestState } from '../db/digest/digest-states.js';
import { selectMemberships } from '../db/issues/issue-members.js';
import { selectIssuesByNumber } from '../db/issues/issue-numbers.js';
import { inTransaction } from '../db/pool.js';
import { askModel, nameWithModel } from './ask-model.js';
import { assignIssues } from './assign-issues.js';
import { describeIssues } from './describe-issues.js';
import { compileTags, matchObservations, prepareTags } from './match-observations.js';
import { lockForModel } from './project-memory.js';
import { readObservation, textToEmbed } from './read-observation.js';
import { rematchGrown } from './rematch.js';
import { storeFindings } from './store-findings.js';
/** While a remote model is away, observations wait for it. */
const MODEL_AWAY_MS = 30_000;
/** Nothing is assumed of what happened before: a batch may be run again after any failure. */
export async function digestBatch(deps, engine, projectId, jobs) {
    const { vectors, fault } = await engine.embed(jobs.map(textToEmbed));
    if (fault)
        return waitForModel(deps, projectId, jobs, fault);
    const items = jobs.map((job, at) => readObservation(engine, job, vectors[at]));
    await prepareTags(deps.db, engine, projectId);
    await engine.memories.prepare(deps.db, projectId, await selectDigestState(deps.db, projectId));
    const verdicts = await askModel(deps, engine, projectId, items);
    try {
        const { version, stale } = await inTransaction(deps.db, (tx) => digestLocked(tx, deps, engine, projectId, items, verdicts));
        engine.memories.keep(projectId, version);
        await nameWithModel(deps, engine, projectId, stale);
    }
    catch (error) {
        engine.memories.forget(projectId);
        throw error;
    }
}
async function waitForModel(deps, projectId, jobs, fault) {
    const until = new Date(deps.now().getTime() + MODEL_AWAY_MS);
    await inTransaction(deps.db, async (tx) => {
        await noteModelFault(tx, projectId, 'embeddings', fault, deps.now());
        await postponeJobs(tx, projectId, jobs.map(({ id }) => id), until);
    });
}
async function digestLocked(tx, deps, engine, projectId, all, verdicts) {
    const { model, settings } = engine;
    const state = await lockForModel(tx, projectId, model);
    const memory = await engine.memories.current(tx, projectId, state);
    const mine = await removeJobs(tx, projectId, all.map(({ job }) => job.id));
    const items = all.filter(({ job }) => mine.has(job.id));
    const version = state.version + 1;
    const before = await selectMemberships(tx, projectId, [...mine]);
    const named = await namedByAgents(tx, projectId, items);
    const grouping = { projectId, memory, items, before, named, verdicts, settings, model, version };
    const touched = await assignIssues(tx, deps, grouping);
    const tags = await compileTags(tx, engine, projectId);
    const matches = matchObservations(tags, items);
    const digested = await storeFindings(tx, deps, engine, projectId, items, matches);
    const stale = await describeIssues(tx, deps, { projectId, memory, issueIds: touched });
    await saveDigestProgress(tx, projectId, { digested, at: deps.now() });
    await rematchGrown(tx, projectId, digested, deps.now());
    return { version, stale };
}
/** By observation: the issue whose number its agent gave. */
async function namedByAgents(tx, projectId, items) {
    const numbers = [...new Set(items.flatMap(({ job }) => job.agent_issue ?? []))];
    if (numbers.length === 0)
        return new Map();
    const found = await selectIssuesByNumber(tx, projectId, numbers);
    const issues = new Map(found.map(({ number, issue_id }) => [number, issue_id]));
    return new Map(items.flatMap(({ job }) => {
        const id = job.agent_issue === null ? undefined : issues.get(job.agent_issue);
        return id === undefined ? [] : [[job.id, id]];
    }));
}
//# sourceMappingURL=digest-batch.js.map