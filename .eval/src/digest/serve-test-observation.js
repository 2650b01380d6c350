import { inTransaction, isUnreachable } from '../db/pool.js';
import { answerTest, selectOpenTest } from '../db/sample/test-observations.js';
import { compileTags, matchObservations, prepareTags } from './match-observations.js';
import { lockForModel } from './project-memory.js';
import { readText, textToEmbed } from './read-observation.js';
/** One that somebody waits for, if there is one; the caller has claimed the project. */
export async function serveTestObservation(deps, engine, projectId) {
    const test = await selectOpenTest(deps.db, projectId);
    if (!test)
        return;
    const found = await digestTestObservation(deps, engine, projectId, test).then((finding) => ({ finding }), (error) => {
        if (isUnreachable(error))
            throw error;
        return { error: String(error.message ?? error) };
    });
    await answerTest(deps.db, projectId, test.id, found, deps.now());
}
async function digestTestObservation(deps, engine, projectId, test) {
    const { vectors, fault } = await engine.embed([textToEmbed(test)]);
    const [vector] = vectors;
    if (!vector)
        throw new Error(fault ?? 'The encoder gave no vector.');
    const { kind, language } = readText(engine, test, vector);
    await prepareTags(deps.db, engine, projectId);
    return inTransaction(deps.db, async (tx) => {
        const state = await lockForModel(tx, projectId, engine.model);
        await engine.memories.current(tx, projectId, state);
        const matcher = await compileTags(tx, engine, projectId);
        const job = { ...test, observed_at: new Date(test.observed_at) };
        const matches = matchObservations(matcher, [{ job, note: { vector } }]);
        return { language, kind, tag_ids: matches.map(({ tagId }) => tagId) };
    });
}
//# sourceMappingURL=serve-test-observation.js.map