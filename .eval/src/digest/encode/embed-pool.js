// A few threads that turn texts into vectors, so that the API's thread never waits for a matrix product.
// Threads start with the first work and end when idle; the weights are read once and shared by all of them.
import { Worker } from 'node:worker_threads';
import { loadEncoderWeights } from './encoder-weights.js';
/** Texts that one thread takes at once: enough to fill the matrix products, few enough to share the work. */
const BATCH = 32;
const ownThreadFile = () => new URL(import.meta.url.endsWith('.ts') ? './embed-thread.ts' : './embed-thread.js', import.meta.url);
export function createEmbedPool(options) {
    const { threads: most, idleMilliseconds = 30_000, threadFile = ownThreadFile() } = options;
    const threads = new Set();
    const ending = new Set();
    const waiting = [];
    const slots = Array.from({ length: most }, (_, slot) => slot);
    let closed = false;
    let nextId = 0;
    let loading;
    let ready;
    const end = (thread) => {
        clearTimeout(thread.idle);
        threads.delete(thread);
        const done = thread.worker.terminate().finally(() => ending.delete(done));
        ending.add(done);
    };
    const rest = (thread) => {
        thread.job = undefined;
        thread.idle = setTimeout(() => end(thread), idleMilliseconds).unref();
        thread.worker.unref();
        dispatch();
    };
    const answer = (thread, reply) => {
        const { job } = thread;
        if (!job || job.id !== reply.id)
            return;
        if ('error' in reply)
            job.reject(new Error(`embedding failed: ${reply.error}`));
        else
            job.resolve(reply.vectors);
        rest(thread);
    };
    const fail = (thread, error) => {
        if (!threads.delete(thread))
            return;
        clearTimeout(thread.idle);
        thread.job?.reject(error);
        dispatch();
    };
    const start = (weights) => {
        const slot = slots.find((one) => ![...threads].some((thread) => thread.slot === one));
        const workerData = { weights, slot };
        const worker = new Worker(threadFile, { workerData });
        const thread = { worker, slot, job: undefined, idle: undefined };
        worker.on('message', (reply) => answer(thread, reply));
        worker.on('error', (error) => fail(thread, error));
        worker.on('exit', (code) => fail(thread, new Error(`an embedding thread ended with code ${code}`)));
        threads.add(thread);
        return thread;
    };
    const dispatch = () => {
        while (waiting.length > 0) {
            const free = [...threads].find(({ job }) => job === undefined) ??
                (threads.size < most && ready ? start(ready) : undefined);
            if (!free)
                return;
            clearTimeout(free.idle);
            const job = waiting.shift();
            free.job = job;
            free.worker.ref();
            free.worker.postMessage({ id: job.id, texts: job.texts });
        }
    };
    const submit = (texts) => new Promise((resolve, reject) => {
        waiting.push({ id: nextId++, texts, resolve, reject });
        dispatch();
    });
    return {
        embed: async (texts) => {
            if (closed)
                throw new Error('the embedding threads are closed');
            loading ??= loadEncoderWeights({ threads: most }).then((weights) => {
                ready = weights;
            });
            await loading;
            const batches = [];
            for (let at = 0; at < texts.length; at += BATCH)
                batches.push(submit(texts.slice(at, at + BATCH)));
            return (await Promise.all(batches)).flat();
        },
        close: async () => {
            closed = true;
            const running = [...threads]
                .filter(({ job }) => job)
                .map(({ worker }) => new Promise((done) => worker.once('message', done)));
            await Promise.all(running);
            for (const thread of threads)
                end(thread);
            await Promise.all(ending);
        },
    };
}
//# sourceMappingURL=embed-pool.js.map