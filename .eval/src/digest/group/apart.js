// Pairs of issues that a person keeps apart.
export function createApart(pairs) {
    const key = (left, right) => (left < right ? `${left} ${right}` : `${right} ${left}`);
    const known = new Set([...pairs].map(([left, right]) => key(left, right)));
    return { has: (left, right) => known.has(key(left, right)) };
}
//# sourceMappingURL=apart.js.map