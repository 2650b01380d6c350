// The project's issues in a worker's memory: of each, its newest notes as bytes and their mean. That is all grouping
// needs, it is read from the database in one go, and it stays small however many notes an issue has.
import { createCenterIndex } from './center-index.js';
import { calibration, differenceByShares, gather, issueLikeness, } from './likeness.js';
import { addScaled, dot, pack, unpack } from './vector.js';
/** Notes of an issue that are kept in memory: enough to know it by. */
export const KNOWN_MEMBERS = 48;
/** Up to here all issues are compared exactly; of more, those that a quick look finds near. */
const ALL_COMPARED = 256;
/** What is taken off for signs, kinds and sizes changes the order of the nearest a little: so more are taken. */
const SPARE = 256;
export function createIssueTable() {
    const table = new Map();
    let calibrated = null;
    let changes = 0;
    let index = null;
    // It moves slowly and costs a look at every issue: after a tenth of them changed is soon enough.
    const changed = () => {
        changes++;
        if (changes * 10 > table.size)
            calibrated = null;
    };
    const put = (facts, members) => {
        const known = [...members].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(-KNOWN_MEMBERS);
        const entry = { ...facts, ...gather(known), members: known };
        table.set(facts.id, entry);
        index?.set(facts.id, entry);
        changed();
    };
    const drop = (id) => {
        table.delete(id);
        index?.remove(id);
        changed();
    };
    const indexed = (length) => {
        if (index)
            return index;
        index = createCenterIndex(length);
        for (const [id, entry] of table)
            index.set(id, entry);
        return index;
    };
    const near = (vector, count, by) => {
        if (table.size <= ALL_COMPARED)
            return table.values();
        const ids = indexed(vector.length).nearest(pack(vector), count + SPARE, by);
        return ids.map((id) => table.get(id));
    };
    const calibrate = () => {
        if (!calibrated)
            changes = 0;
        calibrated ??= calibration(meanBetween(table.values()), table.size);
        return calibrated;
    };
    return {
        get: (id) => table.get(id),
        has: (id) => table.has(id),
        count: () => table.size,
        entries: () => table.values(),
        put,
        add(id, member) {
            const entry = table.get(id);
            if (!entry)
                return put({ id, held: false, seen: false, size: 1 }, [member]);
            put({ ...entry, size: entry.size + 1 }, [...entry.members, member]);
        },
        remove(id, memberId) {
            const entry = table.get(id);
            if (!entry)
                return;
            const left = entry.members.filter((member) => member.id !== memberId);
            if (left.length === 0)
                drop(id);
            else
                put({ ...entry, size: entry.size - 1 }, left);
        },
        drop,
        calibration: calibrate,
        propose(note, count) {
            const calibrated = calibrate();
            return best(near(note.vector, count, 'mean'), count, (entry) => likenessTo(entry, note, calibrated));
        },
        neighbors(id, count) {
            const own = table.get(id);
            if (!own)
                return [];
            const others = [...near(own.sum, count + 1, 'center')].filter((entry) => entry !== own);
            const calibrated = calibrate();
            return best(others, count, (entry) => issueLikeness(own, entry, calibrated));
        },
        sample(count) {
            const step = Math.max(1, Math.ceil(table.size / count));
            const some = [...table.values()].filter((_, at) => at % step === 0);
            return some.flatMap(({ members }) => members.slice(-1).map(unpack));
        },
    };
}
function likenessTo(entry, note, calibrated) {
    const { members, sum } = entry;
    const count = Math.max(1, members.length);
    let opposite = 0;
    let other = 0;
    for (const member of members) {
        if (member.sign * note.sign < 0)
            opposite++;
        if (member.kind !== note.kind)
            other++;
    }
    return calibrated(dot(note.vector, sum) / count) - differenceByShares(opposite / count, other / count);
}
/** The mean cosine between notes of different issues, each issue with an equal say. */
function meanBetween(entries) {
    let total = null;
    let squares = 0;
    let count = 0;
    for (const { sum, members } of entries) {
        if (members.length === 0)
            continue;
        total ??= new Float32Array(sum.length);
        addScaled(total, sum, 1 / members.length);
        squares += dot(sum, sum) / members.length ** 2;
        count++;
    }
    return total && count > 1 ? (dot(total, total) - squares) / (count * (count - 1)) : 0;
}
function best(entries, count, score) {
    const found = [];
    for (const entry of entries) {
        const candidate = { issueId: entry.id, score: score(entry) };
        if (found.length === count && candidate.score <= found[count - 1].score)
            continue;
        let at = found.length;
        while (at > 0 && found[at - 1].score < candidate.score)
            at--;
        found.splice(at, 0, candidate);
        if (found.length > count)
            found.pop();
    }
    return found;
}
//# sourceMappingURL=issue-table.js.map