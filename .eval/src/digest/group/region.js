/** Notes compared in one go: about a twentieth of a second. A project of no more is looked at as a whole. */
const MOST_NOTES = 600;
/** Issues that changed and are looked at together: so that each costs the same however many others there are. */
export const LOOKED_AT_ONCE = 4;
const NEIGHBORS = 200;
/** Of the issues around a changed one, so many are far enough inside to be settled with it. */
const INNER_SHARE = 0.5;
/** @param changed the issues to be looked at, at most `LOOKED_AT_ONCE` */
export function regionAround(table, changed) {
    const whole = wholeProject(table);
    if (whole)
        return { issues: whole, settled: [...changed, ...whole.map(({ id }) => id)] };
    const issues = new Map();
    const settled = new Set(changed);
    for (const id of changed) {
        const around = surroundings(table, id, MOST_NOTES / changed.length);
        for (const issue of around)
            issues.set(issue.id, issue);
        for (const issue of around.slice(0, around.length * INNER_SHARE))
            settled.add(issue.id);
    }
    return { issues: [...issues.values()], settled: [...settled] };
}
function wholeProject(table) {
    const all = [];
    let notes = 0;
    for (const issue of table.entries()) {
        all.push(issue);
        notes += issue.members.length;
        if (notes > MOST_NOTES)
            return null;
    }
    return all;
}
/** The issue and its nearest, as far as their notes are no more than that. */
function surroundings(table, id, most) {
    const first = table.get(id);
    if (!first)
        return [];
    const issues = [first];
    let notes = first.members.length;
    for (const { issueId } of table.neighbors(id, NEIGHBORS)) {
        const issue = table.get(issueId);
        notes += issue.members.length;
        if (notes > most)
            break;
        issues.push(issue);
    }
    return issues;
}
//# sourceMappingURL=region.js.map