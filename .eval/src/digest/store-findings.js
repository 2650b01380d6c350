// Writes what was found in each observation: vector, language, kind, search document, tags, and the project's counters.
import { countDays, countUsers, saveDigests, saveSearchDocuments } from '../db/digest/observation-digests.js';
import { searchConfig } from '../db/searches.js';
import { replaceMachineTags } from '../db/tags/tag-matches.js';
import { encodeVector } from './group/vector.js';
/** How many of them had not been digested before. */
export async function storeFindings(tx, deps, engine, projectId, items, matches) {
    if (items.length === 0)
        return 0;
    const digests = items.map(({ job, note, kind, language, textHash }) => ({
        observationId: job.id,
        language,
        kind,
        model: engine.model,
        meaning: encodeVector(note.vector),
        textHash,
    }));
    const firstTime = await saveDigests(tx, projectId, digests, deps.now());
    const documents = items.map(({ job, language }) => ({
        observationId: job.id,
        config: searchConfig(language),
        title: job.title,
        description: job.description,
    }));
    await saveSearchDocuments(tx, projectId, documents);
    await replaceMachineTags(tx, projectId, items.map(({ job }) => job.id), null, matches);
    // Digested again, an observation is not counted again.
    const fresh = items.filter(({ job }) => firstTime.has(job.id)).map(({ job }) => job);
    await countDays(tx, projectId, fresh.map((job) => ({ sentiment: job.user_sentiment, observedAt: job.observed_at })));
    await countUsers(tx, projectId, fresh.map((job) => ({ userId: job.user_id, observedAt: job.observed_at })));
    return fresh.length;
}
//# sourceMappingURL=store-findings.js.map