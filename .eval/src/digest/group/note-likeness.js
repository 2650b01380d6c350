// How alike the notes of a region are, each with each. Everything comes from one table of cosines: a vector drawn to its
// neighbors is a sum of a few of the others, so that its cosines are sums of a few that are known.
import { createByteRows } from './byte-rows.js';
import { difference } from './likeness.js';
const kept = new Map();
function rowsOf(length) {
    const rows = kept.get(length) ?? createByteRows(length);
    kept.set(length, rows);
    return rows;
}
/** n×n: the cosine of each note with each. */
export function cosinesOf(notes) {
    const n = notes.length;
    const rows = rowsOf(notes[0]?.bytes.length ?? 0);
    for (const [row, { bytes }] of notes.entries())
        rows.set(row, bytes);
    const cosines = new Float32Array(n * n);
    for (const [i, { bytes, scale }] of notes.entries()) {
        const products = rows.products(bytes, i + 1);
        for (let j = 0; j <= i; j++) {
            const cosine = products[j] * scale * notes[j].scale;
            cosines[i * n + j] = cosine;
            cosines[j * n + i] = cosine;
        }
    }
    return cosines;
}
const NEIGHBORS = 3;
const NEIGHBOR_FROM = 0.5;
/**
 * Each note's vector is drawn a little to its nearest ones before all are compared: what a terse note leaves out, its
 * neighbors say. Worth three points of F1 on the benchmark.
 */
export function likenessWithNeighbors(notes, cosines, calibrated, weight) {
    const plain = likenessFrom(notes, cosines, calibrated);
    const mixes = notes.map((_, at) => [
        { other: at, share: 1 },
        ...nearestTo(plain, notes.length, at).map(({ other, score }) => ({ other, share: weight * score })),
    ]);
    return likenessFrom(notes, mixedCosines(cosines, mixes), calibrated);
}
/** The cosines of vectors that are sums of shares of others. */
function mixedCosines(cosines, mixes) {
    const n = mixes.length;
    const half = new Float32Array(n * n);
    for (const [i, mix] of mixes.entries())
        for (const { other, share } of mix)
            for (let j = 0; j < n; j++)
                half[i * n + j] = half[i * n + j] + share * cosines[other * n + j];
    const lengths = Float64Array.from(mixes, (mix, i) => Math.sqrt(Math.max(1e-12, mixed(half, i * n, mix))));
    const result = new Float32Array(n * n);
    for (let i = 0; i < n; i++)
        for (let j = 0; j <= i; j++) {
            const cosine = mixed(half, i * n, mixes[j]) / (lengths[i] * lengths[j]);
            result[i * n + j] = cosine;
            result[j * n + i] = cosine;
        }
    return result;
}
function mixed(numbers, from, mix) {
    let sum = 0;
    for (let at = 0; at < mix.length; at++) {
        const { other, share } = mix[at];
        sum += share * numbers[from + other];
    }
    return sum;
}
function likenessFrom(notes, cosines, calibrated) {
    const n = notes.length;
    const likeness = new Float32Array(n * n);
    for (let i = 0; i < n; i++) {
        const own = notes[i];
        for (let j = 0; j <= i; j++) {
            const value = calibrated(cosines[i * n + j]) - difference(own, notes[j]);
            likeness[i * n + j] = value;
            likeness[j * n + i] = value;
        }
    }
    return likeness;
}
function nearestTo(likeness, n, at) {
    const found = [];
    for (let other = 0; other < n; other++) {
        const score = likeness[at * n + other];
        if (other === at || score <= NEIGHBOR_FROM)
            continue;
        if (found.length === NEIGHBORS && score <= found[NEIGHBORS - 1]?.score)
            continue;
        let place = found.length;
        while (place > 0 && found[place - 1]?.score < score)
            place--;
        found.splice(place, 0, { other, score });
        if (found.length > NEIGHBORS)
            found.pop();
    }
    return found;
}
//# sourceMappingURL=note-likeness.js.map