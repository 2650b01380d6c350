// Notes arriving one after the other, grouped as the worker does it: each joins the best issue or opens one, and after
// every batch the issues that changed are looked at again, region by region, with the worker's own functions.
import { createApart } from '../src/digest/group/apart.js';
import { createIssueTable } from '../src/digest/group/issue-table.js';
import { GROUP_SETTINGS } from '../src/digest/group/likeness.js';
import { LOOKED_AT_ONCE, regionAround } from '../src/digest/group/region.js';
import { regroup } from '../src/digest/group/regroup.js';
import { pack } from '../src/digest/group/vector.js';
const BATCH = 32;
const NOBODY_APART = createApart([]);
export function groupStream(notes, options = {}) {
    const { settings = GROUP_SETTINGS, batch = BATCH, lookAgain = true } = options;
    const table = createIssueTable();
    const unsettled = new Set();
    const where = new Map();
    let suggestions = [];
    let opened = 0;
    const newId = () => `issue-${opened++}`;
    const settle = () => {
        while (unsettled.size > 0) {
            const region = regionAround(table, [...unsettled].slice(0, LOOKED_AT_ONCE));
            for (const id of region.settled)
                unsettled.delete(id);
            if (region.issues.length > 0)
                suggestions = lookAt(table, region.issues, settings, newId);
        }
    };
    for (const [at, note] of notes.entries()) {
        const wanted = options.named?.(at) ?? null;
        const agent = wanted === null ? undefined : plausible(table, note, where.get(wanted), settings);
        const [best] = table.propose(note, 1);
        const joins = best && best.score >= settings.threshold - settings.arrival;
        const id = agent ?? (joins ? best.issueId : newId());
        table.add(id, toMember(note, at, agent !== undefined));
        where.set(at, id);
        unsettled.add(id);
        if (lookAgain && (at + 1) % batch === 0)
            settle();
        for (const entry of table.entries())
            for (const member of entry.members)
                where.set(Number(member.id), entry.id);
    }
    if (lookAgain)
        settle();
    const membersOf = (id) => (table.get(id)?.members ?? []).map((member) => member.id);
    const issueOf = new Map();
    for (const entry of table.entries())
        for (const { id } of entry.members)
            issueOf.set(Number(id), entry.id);
    return {
        issues: notes.map((_, at) => issueOf.get(at) ?? where.get(at) ?? ''),
        suggestions: suggestions.map(({ left, right, score }) => ({
            left: membersOf(left),
            right: membersOf(right),
            score,
        })),
    };
}
const AGENT_CREDIT = 0.15;
/** As the worker takes an agent's word: strong evidence, not an order. */
function plausible(table, note, wanted, { threshold, arrival }) {
    if (wanted === undefined)
        return undefined;
    const known = table.propose(note, 20).find(({ issueId }) => issueId === wanted);
    return known && known.score >= threshold - arrival - AGENT_CREDIT ? wanted : undefined;
}
const ID_WIDTH = 8;
const toMember = (note, at, pinned) => ({
    id: String(at).padStart(ID_WIDTH, '0'),
    ...pack(note.vector),
    sign: note.sign,
    kind: note.kind,
    pinned,
});
function lookAt(table, issues, settings, newId) {
    const found = regroup(issues, NOBODY_APART, table.calibration(), settings);
    for (const { issueId } of found.emptied)
        table.drop(issueId);
    for (const { issueId, members } of found.changed) {
        const id = issueId ?? newId();
        const known = table.get(id);
        const size = known && known.size > known.members.length ? known.size : members.length;
        table.put({ id, held: false, seen: false, size }, members);
    }
    return found.suggestions;
}
//# sourceMappingURL=group-stream.js.map