// The open benchmark: notes of invented products with their true issues, kinds and tags, and for each product the vectors
// of an encoder that never saw it (training/benchmark_vectors.py), so that scoring is honest and needs no encoder.
import { readdirSync, readFileSync } from 'node:fs';
import { ISSUE_KINDS } from '../src/contract/labels.js';
import { decodeVector } from '../src/digest/group/vector.js';
export const PARTS = 5;
const ROW = 4 + 384;
const DATA = 'eval/data';
const VECTORS = 'eval/vectors';
export function readBenchmark() {
    const names = readdirSync(DATA).filter((file) => file.endsWith('.jsonl'));
    return names.sort().map((file, at) => readProduct(file.replace(/\.jsonl$/, ''), at % PARTS));
}
function readProduct(name, part) {
    const lines = readFileSync(`${DATA}/${name}.jsonl`, 'utf8').trim().split('\n');
    const notes = lines.map((line) => JSON.parse(line));
    const tags = JSON.parse(readFileSync(`${DATA}/${name}.tags.json`, 'utf8'));
    const bytes = readFileSync(`${VECTORS}/${name}.bin`);
    const rows = notes.length + 2 * tags.length;
    if (bytes.length !== rows * ROW + notes.length)
        throw new Error(`${VECTORS}/${name}.bin is not of this ${name}.jsonl: run training/benchmark_vectors.py`);
    const vectors = Array.from({ length: rows }, (_, row) => decodeVector(bytes.subarray(row * ROW, (row + 1) * ROW)));
    const kinds = [...bytes.subarray(rows * ROW)].map((kind) => ISSUE_KINDS[kind]);
    return {
        name,
        part,
        notes,
        tags,
        vectors: vectors.slice(0, notes.length),
        tagVectors: vectors.slice(notes.length),
        kinds,
    };
}
//# sourceMappingURL=benchmark.js.map