// What a worker needs to digest: a way to turn texts into vectors, an optional language model, and its copy of
// each project in memory.
import { createEmbedPool } from './encode/embed-pool.js';
import { GROUP_SETTINGS } from './group/likeness.js';
import { createCircuit } from './models/circuit.js';
import { ModelFault } from './models/model-fault.js';
import { createProjectMemories } from './project-memory.js';
const OFFLINE_MODEL = 'minilm-notes/1';
export function createEngine({ threads, embeddings, chat, threshold }) {
    const model = embeddings?.id ?? OFFLINE_MODEL;
    const { embed, close } = embeddings ? remote(embeddings) : offline(threads);
    return {
        model,
        isOwnEncoder: embeddings === null,
        embed,
        embedOnce: remembering(embed),
        chat: chat && { model: chat, circuit: circuit() },
        settings: { ...GROUP_SETTINGS, threshold: threshold ?? GROUP_SETTINGS.threshold },
        memories: createProjectMemories(model),
        close,
    };
}
function offline(threads) {
    const pool = createEmbedPool({ threads });
    const embed = async (texts) => ({
        vectors: await pool.embed(texts),
        fault: null,
    });
    return { embed, close: () => pool.close() };
}
const REMEMBERED_TEXTS = 5_000;
function remembering(embed) {
    const known = new Map();
    return async (texts) => {
        const missing = [...new Set(texts.filter((text) => !known.has(text)))];
        const { vectors, fault } = missing.length > 0 ? await embed(missing) : { vectors: [], fault: null };
        if (known.size > REMEMBERED_TEXTS)
            known.clear();
        if (fault === null)
            for (const [i, text] of missing.entries())
                known.set(text, vectors[i]);
        const found = texts.map((text) => known.get(text) ?? vectors[missing.indexOf(text)] ?? new Float32Array(0));
        return { vectors: found, fault };
    };
}
const circuit = () => createCircuit(() => Date.now());
/** A remote model that fails is told of, not thrown: what needs it waits. */
function remote(embeddings) {
    const guard = circuit();
    const embed = async (texts) => {
        try {
            return { vectors: await guard.run(() => embeddings.embed(texts)), fault: null };
        }
        catch (error) {
            if (!(error instanceof ModelFault))
                throw error;
            return { vectors: [], fault: error.message };
        }
    };
    return { embed, close: async () => { } };
}
//# sourceMappingURL=engine.js.map