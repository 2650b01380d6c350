// What counts how much when a tag is matched. Made by `npm run train` from the benchmark's tags.
import { readFileSync } from 'node:fs';
/** In this order in the file, and in the inputs of `logitOf`. */
const EVIDENCE = [
    'description',
    'label',
    'nearDescription',
    'nearKeyword',
    'nearTitleKeyword',
    'nearWords',
    'nearTitleWords',
];
const REST = ['start', 'rivalry', 'noRival', 'absentRival', 'shift', 'halfWay'];
export const EVIDENCE_COUNT = EVIDENCE.length;
const FLOAT = 4;
export function encodeTagWeights(weights) {
    const values = [...weights.evidence, ...REST.map((name) => weights[name]), ...weights.center];
    const bytes = Buffer.alloc(values.length * FLOAT);
    for (const [at, value] of values.entries())
        bytes.writeFloatLE(value, at * FLOAT);
    return bytes;
}
function decodeTagWeights(bytes) {
    const values = Float32Array.from({ length: bytes.length / FLOAT }, (_, at) => bytes.readFloatLE(at * FLOAT));
    const [start = 0, rivalry = 0, noRival = 0, absentRival = 0, shift = 0, halfWay = 0] = values.subarray(EVIDENCE_COUNT);
    const center = values.slice(EVIDENCE_COUNT + REST.length);
    return {
        evidence: values.slice(0, EVIDENCE_COUNT),
        start,
        rivalry,
        noRival,
        absentRival,
        shift,
        halfWay,
        center,
    };
}
let shipped;
export function loadTagWeights() {
    shipped ??= decodeTagWeights(readFileSync(new URL('./tags.bin', import.meta.url)));
    return shipped;
}
//# sourceMappingURL=tag-weights.js.map