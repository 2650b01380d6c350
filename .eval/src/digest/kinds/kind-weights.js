// The weights of kinds: for each kind a number for each input, once with the vector and once without. Made by
// `npm run train` from the benchmark's notes.
import { readFileSync } from 'node:fs';
import { ISSUE_KINDS } from '../../contract/labels.js';
export const VECTOR_WIDTH = 384;
const WORD_INPUTS = 16;
const WIDTHS = { withVector: WORD_INPUTS + VECTOR_WIDTH, wordsAlone: WORD_INPUTS };
const FLOAT = 4;
export function encodeKindWeights({ withVector, wordsAlone }) {
    const values = [...withVector, ...wordsAlone].flatMap((row) => [...row]);
    const bytes = Buffer.alloc(values.length * FLOAT);
    for (const [at, value] of values.entries())
        bytes.writeFloatLE(value, at * FLOAT);
    return bytes;
}
export function decodeKindWeights(bytes) {
    let at = 0;
    const rows = (width) => ISSUE_KINDS.map(() => Float32Array.from({ length: width }, () => bytes.readFloatLE(FLOAT * at++)));
    return { withVector: rows(WIDTHS.withVector), wordsAlone: rows(WIDTHS.wordsAlone) };
}
export const loadKindWeights = () => decodeKindWeights(readFileSync(new URL('./kinds.bin', import.meta.url)));
//# sourceMappingURL=kind-weights.js.map