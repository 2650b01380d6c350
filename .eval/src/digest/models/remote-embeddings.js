// Vectors by an OpenAI-compatible embeddings server, in place of the weights that come along.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WIDTH } from '../encode/encoder-layout.js';
import { cutText } from './cut-text.js';
import { createProjection, normalize } from './fixed-projection.js';
import { createModelEndpoint } from './model-endpoint.js';
import { nonsense } from './model-fault.js';
const BATCH = 64;
// About 2,000 tokens of English: within every hosted model's input.
const MAX_TEXT = 8_000;
const MIN_DIMENSION = 8;
// Large models give 4,096; the projection's cost grows with it.
const MAX_DIMENSION = 16_384;
export function createRemoteEmbeddings(settings) {
    const endpoint = createModelEndpoint(settings, 'embeddings');
    const projectionFor = rememberedProjection();
    return {
        id: `remote:${settings.model}`,
        async embed(texts) {
            const vectors = [];
            for (let start = 0; start < texts.length; start += BATCH) {
                vectors.push(...(await embedBatch(endpoint, settings.model, texts.slice(start, start + BATCH))));
            }
            const dimension = checkedDimension(vectors);
            return meanings(vectors, await projectionFor(dimension));
        },
    };
}
// A model has one dimension; the last one is kept, so that an erratic server cannot fill the memory.
function rememberedProjection() {
    let last = null;
    return (dimension) => {
        if (last?.dimension !== dimension)
            last = { dimension, project: createProjection(dimension, WIDTH) };
        return last.project;
    };
}
async function embedBatch(endpoint, model, texts) {
    const input = texts.map(sendable);
    const answer = await endpoint({ model, input, encoding_format: 'float' });
    return inOrder(entriesOf(answer), texts.length).map(numbersOf);
}
// Servers refuse a whole batch for one empty text.
const sendable = (text) => (text.trim() === '' ? '.' : cutText(text, MAX_TEXT));
function entriesOf(answer) {
    const data = answer?.data;
    if (!Array.isArray(data) || data.some((entry) => typeof entry !== 'object' || entry === null)) {
        throw nonsense('the answer holds no list of embeddings');
    }
    return data;
}
// The protocol promises an index, not an order. Servers that leave the index out keep the order.
function inOrder(entries, count) {
    if (entries.length !== count)
        throw nonsense(`${entries.length} embeddings came for ${count} texts`);
    const byIndex = new Map(entries.map((entry, position) => [entry.index ?? position, entry]));
    return entries.map((_, position) => {
        const entry = byIndex.get(position);
        if (!entry)
            throw nonsense('the embeddings are not numbered as the texts were');
        return entry;
    });
}
function numbersOf({ embedding }) {
    if (!Array.isArray(embedding) || !embedding.every(Number.isFinite)) {
        throw nonsense('an embedding is not a list of finite numbers');
    }
    return Float64Array.from(embedding);
}
function checkedDimension(vectors) {
    const dimension = vectors[0]?.length ?? MIN_DIMENSION;
    if (dimension < MIN_DIMENSION || dimension > MAX_DIMENSION) {
        throw nonsense(`an embedding has ${dimension} dimensions`);
    }
    if (vectors.some(({ length }) => length !== dimension))
        throw nonsense('the embeddings differ in length');
    return dimension;
}
// A text takes up to a millisecond: requests that the same process serves get their turn in between.
async function meanings(vectors, project) {
    const results = [];
    for (const vector of vectors) {
        results.push(meaning(vector, project));
        await nextTurn();
    }
    return results;
}
function meaning(vector, project) {
    if (!normalize(vector))
        throw nonsense('an embedding has no direction');
    const projected = project(vector);
    if (!normalize(projected))
        throw nonsense('an embedding has no direction');
    return Float32Array.from(projected);
}
//# sourceMappingURL=remote-embeddings.js.map