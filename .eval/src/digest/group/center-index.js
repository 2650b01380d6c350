// Finds the few issues out of thousands that are worth comparing exactly: every center is kept as a row of bytes, and
// one quick product with all of them says which are near.
import { createByteRows } from './byte-rows.js';
import { dot, pack } from './vector.js';
export function createCenterIndex(length) {
    const rows = createByteRows(length);
    const rowOf = new Map();
    const idOf = [];
    const bytesOf = [];
    /** What a product is multiplied with to become a cosine. */
    const factors = { mean: [], center: [] };
    const moveLastTo = (row) => {
        const id = idOf.pop();
        const bytes = bytesOf.pop();
        const [mean, center] = [factors.mean.pop(), factors.center.pop()];
        if (row === idOf.length)
            return;
        write(row, id, bytes, mean, center);
    };
    const write = (row, id, bytes, mean, center) => {
        rowOf.set(id, row);
        idOf[row] = id;
        bytesOf[row] = bytes;
        factors.mean[row] = mean;
        factors.center[row] = center;
        rows.set(row, bytes);
    };
    return {
        set(id, { sum, count }) {
            const { bytes, scale } = pack(sum);
            const mean = (scale * Math.sqrt(dot(sum, sum))) / Math.max(1, count);
            write(rowOf.get(id) ?? idOf.length, id, bytes, mean, scale);
        },
        remove(id) {
            const row = rowOf.get(id);
            if (row === undefined)
                return;
            rowOf.delete(id);
            moveLastTo(row);
        },
        nearest(query, wanted, by) {
            const cosines = cosinesOf(rows.products(query.bytes, idOf.length), factors[by], query.scale);
            const least = leastOfBest(cosines, wanted);
            const found = [];
            for (let row = 0; row < cosines.length; row++)
                if (cosines[row] >= least)
                    found.push(idOf[row]);
            return found;
        },
    };
}
function cosinesOf(products, factors, scale) {
    const cosines = new Float32Array(products.length);
    for (let row = 0; row < cosines.length; row++)
        cosines[row] = products[row] * factors[row] * scale;
    return cosines;
}
const BINS = 2_048;
/** A cosine that at least so many reach, and not many more: counting is quicker than sorting. */
function leastOfBest(cosines, wanted) {
    const bins = new Int32Array(BINS);
    for (let row = 0; row < cosines.length; row++) {
        const bin = Math.min(BINS - 1, Math.max(0, Math.floor(((cosines[row] + 1) / 2) * BINS)));
        bins[bin] = bins[bin] + 1;
    }
    let reached = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
        reached += bins[bin];
        if (reached >= wanted)
            return (bin / BINS) * 2 - 1;
    }
    return Number.NEGATIVE_INFINITY;
}
//# sourceMappingURL=center-index.js.map