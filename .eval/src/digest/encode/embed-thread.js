// A worker thread that embeds texts, one batch after the other.
import { parentPort, workerData } from 'node:worker_threads';
import { createSentenceEncoder } from './sentence-encoder.js';
const port = parentPort;
if (!port)
    throw new Error('embed-thread runs as a worker thread');
const { weights, slot } = workerData;
const encoder = createSentenceEncoder(weights, slot);
port.on('message', ({ id, texts }) => {
    try {
        port.postMessage({ id, vectors: texts.map(encoder.embed) });
    }
    catch (error) {
        port.postMessage({ id, error: String(error) });
    }
});
//# sourceMappingURL=embed-thread.js.map