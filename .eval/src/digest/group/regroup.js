import { averageLink } from './average-link.js';
import { KNOWN_MEMBERS } from './issue-table.js';
import { centerLikeness, signsOf } from './likeness.js';
import { cosinesOf, likenessWithNeighbors } from './note-likeness.js';
/** The step of the threshold whose effect people are shown. */
export const PREVIEW_STEP = 0.03;
/** What people decided is a group from the start; so is an issue too large to be looked at note by note. */
const isFixed = (issue) => issue.held || issue.size > KNOWN_MEMBERS;
export function regroup(issues, apart, calibrated, settings) {
    const notes = issues.flatMap((issue) => issue.members.map((note) => ({ note, issue })));
    const { start, owners } = startGroups(notes, apart);
    const share = Math.min(1, notes.length / ENOUGH_NOTES);
    const members = notes.map(({ note }) => note);
    const cosines = cosinesOf(members);
    const likeness = likenessWithNeighbors(members, cosines, calibrated, NEIGHBOR_WEIGHT * share);
    // Where neighbors are few and count little, notes are as alike as when they are seen alone.
    const threshold = settings.threshold - (1 - share) * settings.arrival;
    const at = averageLink(likeness, notes.length, start, threshold - PREVIEW_STEP);
    const clustering = at(threshold);
    const parts = toParts(notes, clustering, owners, start);
    return {
        changed: parts.filter((part) => isChanged(part, issues)),
        emptied: emptied(issues, parts, notes),
        suggestions: suggestions(parts, centerCosines(cosines, clustering), apart, calibrated, settings.threshold - settings.suggest),
        counts: {
            stricter: at(threshold + PREVIEW_STEP).groups,
            now: clustering.groups,
            looser: at(threshold - PREVIEW_STEP).groups,
        },
    };
}
/** Notes begin alone, but for those that belong together by decision; owners are the issues of such groups. */
function startGroups(notes, apart) {
    const owners = new Map();
    const ofIssue = new Map();
    let groups = 0;
    const group = Int32Array.from(notes, ({ note, issue }) => {
        if (!isFixed(issue) && !note.pinned)
            return groups++;
        const known = ofIssue.get(issue.id);
        if (known !== undefined)
            return known;
        ofIssue.set(issue.id, groups);
        owners.set(groups, issue);
        return groups++;
    });
    const issueOf = new Map();
    for (const [at, { issue }] of notes.entries())
        issueOf.set(group[at], issue.id);
    const keptApart = (left, right) => {
        if (owners.has(left) && owners.has(right))
            return true;
        return apart.has(issueOf.get(left), issueOf.get(right));
    };
    return { start: { group, groups, apart: keptApart }, owners };
}
/** Of fewer notes, the nearest are often not near: they count for less. */
const ENOUGH_NOTES = 50;
const NEIGHBOR_WEIGHT = 0.4;
/** Gives each cluster the issue it goes on as: its owner, else one that people have seen, else the one most of it was. */
function toParts(notes, { groupOf, groups }, owners, start) {
    const parts = Array.from({ length: groups }, () => ({ issueId: null, members: [] }));
    const claims = new Map();
    for (const [at, { note, issue }] of notes.entries()) {
        const part = groupOf[at];
        parts[part]?.members.push(note);
        const owner = owners.get(start.group[at]);
        if (owner)
            parts[part].issueId = owner.id;
        const key = `${part} ${issue.id}`;
        claims.set(key, { part, issue, notes: (claims.get(key)?.notes ?? 0) + 1 });
    }
    const taken = new Set(parts.flatMap(({ issueId }) => issueId ?? []));
    const ranked = [...claims.values()].sort((a, b) => Number(b.issue.seen) - Number(a.issue.seen) || b.notes - a.notes || (a.issue.id < b.issue.id ? -1 : 1));
    for (const { part, issue } of ranked) {
        const wanted = parts[part];
        if (wanted.issueId !== null || taken.has(issue.id))
            continue;
        wanted.issueId = issue.id;
        taken.add(issue.id);
    }
    return parts;
}
function isChanged({ issueId, members }, issues) {
    const issue = issues.find(({ id }) => id === issueId);
    if (!issue || issue.members.length !== members.length)
        return true;
    const known = new Set(issue.members.map(({ id }) => id));
    return members.some(({ id }) => !known.has(id));
}
function emptied(issues, parts, notes) {
    const standing = new Set(parts.map(({ issueId }) => issueId));
    const partOf = new Map(parts.flatMap((part) => part.members.map(({ id }) => [id, part])));
    return issues
        .filter(({ id, members }) => members.length > 0 && !standing.has(id))
        .map(({ id }) => {
        const counts = new Map();
        for (const { note, issue } of notes) {
            const part = issue.id === id && partOf.get(note.id);
            if (part)
                counts.set(part, (counts.get(part) ?? 0) + 1);
        }
        const [most] = [...counts].sort((a, b) => b[1] - a[1]);
        return { issueId: id, into: most[0] };
    });
}
const MOST_SUGGESTIONS = 20;
/** The cosine of each group's center with each: their sums' products are sums of what their notes have with each other. */
function centerCosines(cosines, { groupOf, groups }) {
    const n = groupOf.length;
    const products = new Float64Array(groups * groups);
    for (let i = 0; i < n; i++) {
        const from = groupOf[i] * groups;
        for (let j = 0; j < n; j++) {
            const cell = from + groupOf[j];
            products[cell] = products[cell] + cosines[i * n + j];
        }
    }
    const squares = Float64Array.from({ length: groups }, (_, group) => products[group * groups + group]);
    return products.map((product, cell) => {
        const square = squares[Math.floor(cell / groups)] * squares[cell % groups];
        return square > 0 ? product / Math.sqrt(square) : 0;
    });
}
function suggestions(parts, cosines, apart, calibrated, from) {
    const found = [];
    const signs = parts.map(({ members }) => signsOf(members));
    for (const [at, { issueId: left }] of parts.entries()) {
        for (let before = 0; before < at; before++) {
            const right = parts[before].issueId;
            if (left === null || right === null)
                continue;
            const cosine = cosines[at * parts.length + before];
            const score = centerLikeness(cosine, signs[at], signs[before], calibrated);
            if (score >= from && !apart.has(left, right))
                found.push({ left, right, score });
        }
    }
    return found.sort((a, b) => b.score - a.score).slice(0, MOST_SUGGESTIONS);
}
//# sourceMappingURL=regroup.js.map