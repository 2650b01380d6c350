// Looks again at the issues that changed: the longest waiting one and those around it are clustered anew, outside any
// lock; what came of it is written in one short transaction, if nobody changed the project meanwhile.
import { bumpDigestVersion, savePreview, } from '../db/digest/digest-states.js';
import { foldCounters, recountIssue } from '../db/issues/issue-counters.js';
import { moveAllMembers, moveMembers, selectTitles } from '../db/issues/issue-members.js';
import { inheritPairs, suggestMerges } from '../db/issues/issue-pairs.js';
import { reopenIfSeenSince } from '../db/issues/issue-regressions.js';
import { insertIssues, markMerged, selectSeen, selectUnsettled, settleIssues, touchIssues, } from '../db/issues/issues.js';
import { inTransaction } from '../db/pool.js';
import { audit, MACHINE } from '../domain/audit/audit.js';
import { nameWithModel } from './ask-model.js';
import { describeIssues } from './describe-issues.js';
import { regionAround } from './group/region.js';
import { PREVIEW_STEP, regroup } from './group/regroup.js';
import { lockForModel } from './project-memory.js';
/** False when there is nothing to do. */
export async function regroupStep(deps, engine, projectId) {
    const first = await selectUnsettled(deps.db, projectId);
    if (first === undefined)
        return false;
    const memory = await inTransaction(deps.db, async (tx) => {
        const state = await lockForModel(tx, projectId, engine.model);
        return engine.memories.current(tx, projectId, state);
    });
    const { version } = memory;
    const region = regionAround(memory.table, first);
    const seen = await selectSeen(deps.db, projectId, region.issues.map(({ id }) => id));
    const issues = region.issues.map((issue) => ({ ...issue, seen: seen.has(issue.id) }));
    const found = regroup(issues, memory.apart, memory.table.calibration(), engine.settings);
    try {
        const described = await inTransaction(deps.db, async (tx) => {
            const state = await lockForModel(tx, projectId, engine.model);
            return apply(tx, deps, engine, { projectId, first, state, version, region, found, memory });
        });
        await nameWithModel(deps, engine, projectId, described);
        return true;
    }
    catch (error) {
        engine.memories.forget(projectId);
        throw error;
    }
}
async function apply(tx, deps, engine, work) {
    const { projectId, first, state, version, region, found, memory } = work;
    if (state.version !== version)
        return []; // somebody decided something meanwhile: it is looked at again
    await settleIssues(tx, projectId, [first, ...region.settled]);
    await savePreview(tx, projectId, preview(found, memory, engine.settings.threshold));
    const next = found.changed.length > 0 ? await bumpDigestVersion(tx, projectId) : version;
    const touched = await writeParts(tx, deps, work, next);
    const standing = ({ left, right }) => memory.table.has(left) && memory.table.has(right);
    await suggestMerges(tx, projectId, found.suggestions.filter(standing), deps.now(), region.settled);
    engine.memories.keep(projectId, next);
    return describeIssues(tx, deps, { projectId, memory, issueIds: touched });
}
/** Issues that a stricter and a looser threshold would give, reckoned from the part that was looked at. */
function preview({ counts }, { table }, threshold) {
    const scaled = (count) => Math.round((table.count() * count) / Math.max(1, counts.now));
    return {
        threshold,
        step: PREVIEW_STEP,
        stricter_issues: scaled(counts.stricter),
        looser_issues: scaled(counts.looser),
    };
}
/** Moves every note to the issue that its group is; answers the issues that changed and stand. */
async function writeParts(tx, deps, work, version) {
    const { projectId, found, memory, region } = work;
    const issueOf = new Map(region.issues.flatMap((issue) => issue.members.map(({ id }) => [id, issue.id])));
    await openNewIssues(tx, deps, work, version);
    const lost = new Set();
    const folded = new Set();
    for (const { issueId, into } of found.emptied)
        if (into.members.filter(({ id }) => issueOf.get(id) === issueId).length === wholeSize(region, issueId)) {
            await foldInto(tx, deps, work, issueId, into.issueId, version);
            folded.add(issueId);
        }
    for (const part of found.changed) {
        const into = part.issueId;
        const moved = part.members.filter(({ id }) => issueOf.get(id) !== into && !folded.has(issueOf.get(id) ?? ''));
        for (const { id } of moved)
            lost.add(issueOf.get(id));
        await moveTo(tx, deps, work, moved.map(({ id }) => id), into, issueOf);
    }
    for (const id of lost)
        await recountIssue(tx, projectId, id);
    for (const { issueId, into } of found.emptied)
        if (!folded.has(issueId))
            await markMerged(tx, projectId, issueId, into.issueId, version, deps.now());
    for (const { issueId } of found.emptied)
        memory.table.drop(issueId);
    for (const part of found.changed)
        remember(memory, part);
    const touched = found.changed.map(({ issueId }) => issueId);
    await touchIssues(tx, projectId, touched, version);
    await settleIssues(tx, projectId, touched);
    return touched;
}
const wholeSize = ({ issues }, id) => issues.find((issue) => issue.id === id)?.size ?? Number.POSITIVE_INFINITY;
async function openNewIssues(tx, deps, { projectId, found }, version) {
    const opened = found.changed.filter(({ issueId }) => issueId === null);
    const titles = await selectTitles(tx, projectId, opened.map(({ members }) => members[0].id));
    for (const part of opened)
        part.issueId = deps.newId();
    const rows = opened.map((part) => ({
        id: part.issueId,
        title: titles.get(part.members[0].id) ?? '',
        at: deps.now(),
    }));
    await insertIssues(tx, projectId, rows, version);
}
/** A whole issue goes into another: its address leads there from now on. */
async function foldInto(tx, deps, { projectId }, from, into, version) {
    const regressed = await reopenIfSeenSince(tx, projectId, into, from, deps.now());
    const moved = await moveAllMembers(tx, projectId, from, into);
    await inheritPairs(tx, projectId, from, into, deps.now());
    await markMerged(tx, projectId, from, into, version, deps.now());
    await foldCounters(tx, projectId, from, into);
    const facts = { into, observations: moved.length };
    await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.merged', subjectId: from, facts });
    if (regressed)
        await audit(tx, deps, projectId, { actor: MACHINE, action: 'issue.regressed', subjectId: into });
}
async function moveTo(tx, deps, { projectId }, ids, into, issueOf) {
    if (ids.length === 0)
        return;
    await moveMembers(tx, projectId, ids, into);
    for (const id of ids) {
        const facts = { from: issueOf.get(id), into };
        await audit(tx, deps, projectId, { actor: MACHINE, action: 'observation.moved', subjectId: id, facts });
    }
}
function remember({ table }, { issueId, members }) {
    const id = issueId;
    const known = table.get(id);
    // An issue larger than what is known of it only ever gains: its size grows by what is new to it.
    const had = new Set(known?.members.map((member) => member.id));
    const gained = members.filter((member) => !had.has(member.id)).length;
    const size = known && known.size > known.members.length ? known.size + gained : members.length;
    table.put({ id, held: known?.held ?? false, seen: known?.seen ?? false, size }, members);
}
//# sourceMappingURL=regroup-step.js.map