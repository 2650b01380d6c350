// Average-link clustering with groups that are given beforehand: the two most alike groups become one, again and
// again, while their notes are on average alike enough.
/**
 * Answers what comes of any threshold from the lowest on: joining goes from the most alike to the least, so that a
 * higher threshold only stops sooner.
 * @param likeness n×n, symmetric. Costs as much as a few looks at each pair.
 */
export function averageLink(likeness, n, start, lowest) {
    const joins = joinAll(likeness, n, start, lowest);
    return (threshold) => {
        const end = joins.findIndex(({ score }) => score < threshold);
        return grouped(start, end < 0 ? joins : joins.slice(0, end));
    };
}
function grouped({ group, groups }, joins) {
    const into = Int32Array.from({ length: groups }, (_, one) => one);
    for (const join of joins)
        into[join.from] = join.into;
    const root = (one) => {
        let at = one;
        while (into[at] !== at)
            at = into[at];
        return at;
    };
    const numbers = new Map();
    const groupOf = group.map((one) => {
        const at = root(one);
        if (!numbers.has(at))
            numbers.set(at, numbers.size);
        return numbers.get(at);
    });
    return { groupOf, groups: numbers.size };
}
function joinAll(likeness, n, start, lowest) {
    const k = start.groups;
    const { sums, sizes } = sumsOf(likeness, n, start);
    const stands = new Uint8Array(k).fill(1);
    // Groups keep apart whatever any of theirs was to keep apart from.
    const parts = Array.from({ length: k }, (_, group) => [group]);
    const apart = (a, b) => parts[a].some((one) => parts[b].some((other) => start.apart(one, other)));
    const nearest = new Int32Array(k).fill(-1);
    const score = new Float32Array(k);
    const findNearest = (a) => {
        const size = sizes[a];
        let [found, best] = [-1, Number.NEGATIVE_INFINITY];
        for (let b = 0; b < k; b++) {
            if (stands[b] === 0 || b === a)
                continue;
            const value = sums[a * k + b] / (size * sizes[b]);
            if (value > best && value >= lowest && !apart(a, b)) {
                best = Math.fround(value);
                found = b;
            }
        }
        nearest[a] = found;
        score[a] = best;
    };
    const mostAlike = () => {
        let a = -1;
        for (let one = 0; one < k; one++)
            if (stands[one] === 1 &&
                nearest[one] >= 0 &&
                (a < 0 || score[one] > score[a]))
                a = one;
        return a;
    };
    const joins = [];
    for (let a = 0; a < k; a++)
        findNearest(a);
    for (let a = mostAlike(); a >= 0; a = mostAlike()) {
        const b = nearest[a];
        joins.push({ into: a, from: b, score: score[a] });
        for (let c = 0; c < k; c++)
            sums[a * k + c] = sums[a * k + c] + sums[b * k + c];
        for (let c = 0; c < k; c++)
            sums[c * k + a] = sums[c * k + a] + sums[c * k + b];
        sizes[a] = sizes[a] + sizes[b];
        parts[a] = [...parts[a], ...parts[b]];
        stands[b] = 0;
        for (let c = 0; c < k; c++)
            if (stands[c] === 1 && (c === a || nearest[c] === a || nearest[c] === b))
                findNearest(c);
    }
    return joins;
}
/** Of each two groups, the likeness of all notes of one to all of the other, added up. */
function sumsOf(likeness, n, { group, groups }) {
    const sums = new Float32Array(groups * groups);
    const sizes = new Float64Array(groups);
    for (let i = 0; i < n; i++) {
        const own = group[i];
        sizes[own] = sizes[own] + 1;
        for (let j = 0; j < n; j++) {
            const cell = own * groups + group[j];
            sums[cell] = sums[cell] + likeness[i * n + j];
        }
    }
    return { sums, sizes };
}
//# sourceMappingURL=average-link.js.map