// Reads the encoder's weights and packs them the way the kernels want them, once for all threads.
import { openEncoderFiles } from './encoder-files.js';
import { HEAD_WIDTH, HIDDEN_WIDTH, planEncoder, WIDTH, } from './encoder-layout.js';
import { encodeHalf } from './half-floats.js';
import { bestArithmetic } from './kernel.js';
import { packBytes, packFloats, steadyingFactors } from './pack-weights.js';
import { Memory } from './webassembly.js';
import { MAX_TOKENS } from './wordpiece.js';
const PAGE = 65_536;
const PUBLISHED_ROWS = 'embeddings.word_embeddings.weight';
const EXTRA_ROWS = 'rows';
const EXTRA_SCALES = 'scale';
/** The published rows as they are stored, then ours for other languages, which are stored in bytes with a scale each. */
function readWordEmbeddings(files) {
    const published = files.size(PUBLISHED_ROWS);
    const extra = files.has(EXTRA_ROWS) ? files.bytes(EXTRA_ROWS) : new Int8Array(0);
    const total = published + extra.length;
    if (total !== files.vocabulary.length * WIDTH)
        throw new Error(`${files.vocabulary.length} word pieces, but ${total / WIDTH} rows of word embeddings`);
    const rows = new Uint16Array(new SharedArrayBuffer(total * 2));
    files.read(PUBLISHED_ROWS, rows.subarray(0, published));
    const scales = extra.length > 0 ? files.wideFloats(EXTRA_SCALES) : new Float32Array(0);
    for (let at = 0; at < extra.length; at++)
        rows[published + at] = encodeHalf(extra[at] * scales[Math.floor(at / WIDTH)]);
    return rows;
}
/** Position and type are the same for every text, so they are added up beforehand. */
function readPositions(files) {
    const type = files.floats('embeddings.token_type_embeddings.weight');
    return files
        .floats('embeddings.position_embeddings.weight')
        .slice(0, MAX_TOKENS * WIDTH)
        .map((value, i) => value + type[i % WIDTH]);
}
function concatenate(parts) {
    const all = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part, at);
        at += part.length;
    }
    return all;
}
const joined = (parts) => ({
    weights: concatenate(parts.map(({ weights }) => weights)),
    bias: concatenate(parts.map(({ bias }) => bias)),
});
const scaled = ({ weights, bias }, by) => ({
    weights: weights.map((value) => value * by),
    bias: bias.map((value) => value * by),
});
function fillLayer(files, memory, name, place, asBytes) {
    const dense = (part) => ({
        weights: files.floats(`${name}.${part}.weight`),
        bias: files.floats(`${name}.${part}.bias`),
    });
    const factors = (range, into, parts) => {
        const found = steadyingFactors(files.has(range) ? files.floats(range) : undefined, parts, WIDTH);
        new Float32Array(memory.buffer, into, WIDTH).set(found);
        return found;
    };
    const pack = asBytes ? packBytes : packFloats;
    const [query, key, value] = ['query', 'key', 'value'].map((part) => dense(`attention.self.${part}`));
    const hidden = dense('intermediate.dense');
    const forAttention = factors(`${name}.attention.self.input_range`, place.attentionFactors, [
        query,
        key,
        value,
    ]);
    const forHidden = factors(`${name}.intermediate.input_range`, place.hiddenFactors, [hidden]);
    pack(memory, place.queryKey, joined([scaled(query, 1 / Math.sqrt(HEAD_WIDTH)), key]), forAttention);
    pack(memory, place.value, value, forAttention);
    pack(memory, place.attentionOut, dense('attention.output.dense'));
    pack(memory, place.hidden, hidden, forHidden);
    pack(memory, place.out, dense('output.dense'));
    fillNorm(files, memory, `${name}.attention.output.LayerNorm`, place.attentionNorm);
    fillNorm(files, memory, `${name}.output.LayerNorm`, place.outNorm);
}
function fillNorm(files, memory, name, place) {
    new Float32Array(memory.buffer, place.scale, WIDTH).set(files.floats(`${name}.weight`));
    new Float32Array(memory.buffer, place.bias, WIDTH).set(files.floats(`${name}.bias`));
}
export async function loadEncoderWeights(options = {}) {
    const { threads = 1, arithmetic = bestArithmetic(), folder } = options;
    const files = await openEncoderFiles(folder);
    const wordEmbeddings = readWordEmbeddings(files);
    const layout = planEncoder(arithmetic, threads);
    const pages = Math.ceil(layout.bytes / PAGE);
    const memory = new Memory({ initial: pages, maximum: pages, shared: true });
    const positions = readPositions(files);
    new Float32Array(memory.buffer, layout.positions, positions.length).set(positions);
    new Float32Array(memory.buffer, layout.ones, HIDDEN_WIDTH).fill(1);
    fillNorm(files, memory, 'embeddings.LayerNorm', layout.embeddingNorm);
    for (const [i, place] of layout.layers.entries())
        fillLayer(files, memory, `encoder.layer.${i}`, place, arithmetic === 'int8');
    return { layout, memory, wordEmbeddings, vocabulary: files.vocabulary };
}
//# sourceMappingURL=encoder-weights.js.map