import { countArrivals, recountIssue } from '../db/issues/issue-counters.js';
import { selectIssue } from '../db/issues/issue-lists.js';
import { placeObservations, selectIssuesOfTexts } from '../db/issues/issue-members.js';
import { reopenResolved } from '../db/issues/issue-regressions.js';
import { insertIssues, markMerged, touchIssues } from '../db/issues/issues.js';
import { audit, MACHINE } from '../domain/audit/audit.js';
import { pack } from './group/vector.js';
/** Answers the issues that changed. */
export async function assignIssues(tx, deps, work) {
    const { projectId, items, version } = work;
    const hashes = items.map((item) => item.textHash);
    const texts = await selectIssuesOfTexts(tx, projectId, hashes, work.model);
    const decisions = items.map((item) => decide(deps, work, texts, item));
    await insertIssues(tx, projectId, newIssues(decisions), version);
    for (const by of ['machine', 'agent']) {
        const placed = decisions.filter((decision) => decision.by === by);
        await placeObservations(tx, projectId, placed.map(toPlacement), by);
    }
    const arriving = decisions.filter(({ from, issueId }) => from !== issueId);
    await countArrivals(tx, projectId, arriving.map(toArrival));
    const newcomers = arriving.filter(({ from }) => from === null);
    for (const id of await reopenResolved(tx, projectId, newcomers.map(toArrival), deps.now()))
        await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.regressed', subjectId: id });
    const touched = [...new Set(decisions.flatMap(({ issueId, from }) => (from ? [issueId, from] : [issueId])))];
    await touchIssues(tx, projectId, touched, version);
    await settleDepartures(tx, deps, work, arriving);
    return touched;
}
function decide(deps, work, texts, item) {
    const { table } = work.memory;
    const was = work.before.get(item.job.id);
    const from = was?.issue_id ?? null;
    if (was)
        table.remove(was.issue_id, item.job.id);
    const choice = choose(work, texts, item, was);
    const issueId = choice.issueId ?? deps.newId();
    const { note, job } = item;
    const pinned = choice.judged || choice.by !== 'machine';
    table.add(issueId, { id: job.id, ...pack(note.vector), sign: note.sign, kind: note.kind, pinned });
    const entry = table.get(issueId);
    if (was?.held && was.issue_id === issueId && entry)
        entry.held = true;
    texts.set(item.textHash.toString('hex'), issueId);
    return { ...choice, item, issueId, isNew: choice.issueId === null, from };
}
const byMachine = (issueId, score = null) => ({
    issueId,
    score,
    by: 'machine',
    judged: false,
});
/** People first, then the very same text, then who wrote it, then a model that was asked, then likeness. */
function choose(work, texts, item, was) {
    const { memory, settings, verdicts, named } = work;
    if (was && (was.placed_by === 'person' || was.held))
        return { issueId: was.issue_id, score: null, by: was.placed_by, judged: false };
    const same = texts.get(item.textHash.toString('hex'));
    if (same !== undefined && (memory.table.has(same) || same === was?.issue_id))
        return byMachine(same, 1);
    const candidates = memory.table.propose(item.note, CANDIDATES);
    const wanted = named.get(item.job.id);
    if (wanted !== undefined && isPlausible(work, item, wanted, candidates))
        return { issueId: wanted, score: null, by: 'agent', judged: false };
    const verdict = verdicts.get(item.job.id);
    if (verdict?.issueId && memory.table.has(verdict.issueId))
        return { ...byMachine(verdict.issueId), judged: true };
    const best = candidates.find(({ issueId }) => !verdict?.asked.has(issueId));
    if (best && best.score >= settings.threshold - settings.arrival)
        return byMachine(best.issueId, best.score);
    // Its old issue, if none of that has been read anew: so it keeps its id, and with it its history.
    const free = was && !memory.table.has(was.issue_id);
    return { ...byMachine(free ? was.issue_id : null), judged: verdict !== undefined };
}
const CANDIDATES = 20;
/** How much less alike an issue may be when the agent who wrote the note says that it is the one. */
const AGENT_CREDIT = 0.15;
/** An agent's word is strong evidence, not an order: an issue about something else altogether is not taken. */
function isPlausible({ memory, settings }, item, wanted, candidates) {
    const known = candidates.find(({ issueId }) => issueId === wanted);
    if (known)
        return known.score >= settings.threshold - settings.arrival - AGENT_CREDIT;
    return !memory.table.has(wanted) && item.job.agent_issue !== null;
}
const newIssues = (decisions) => decisions
    .filter(({ isNew }) => isNew)
    .map(({ issueId, item }) => ({ id: issueId, title: item.job.title, at: item.job.created_at }));
const toPlacement = ({ item, issueId, score, judged }) => ({
    observationId: item.job.id,
    issueId,
    score,
    judged,
});
const toArrival = ({ item, issueId }) => ({
    issueId,
    userId: item.job.user_id,
    sentiment: item.job.user_sentiment,
    observedAt: item.job.observed_at,
});
/** Issues that lost observations are counted anew; one that lost its last leads to where that went. */
async function settleDepartures(tx, deps, work, moved) {
    const heirs = new Map(moved.filter(({ from }) => from !== null).map(({ from, issueId }) => [from, issueId]));
    for (const [from, heir] of heirs) {
        await recountIssue(tx, work.projectId, from);
        const left = await selectIssue(tx, work.projectId, from);
        if (left?.observation_count === 0 && left.title_by !== 'person')
            await markMerged(tx, work.projectId, from, heir, work.version, deps.now());
    }
}
//# sourceMappingURL=assign-issues.js.map