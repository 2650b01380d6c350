// The project's tags made ready with some of its observations, and matched to a batch of them.
import { createHash } from 'node:crypto';
import { selectDigestedCount, selectLessons, selectNewestDigested, } from '../db/tags/tag-matches.js';
import { selectAllTags } from '../db/tags/tags.js';
import { decodeVector } from './group/vector.js';
import { tagTexts } from './tags/tag.js';
import { createTagMatcher } from './tags/tag-matcher.js';
/** A tag's newest confirmations and removals; more teach it hardly anything new. */
const LESSONS = 200;
/** The newest observations, among which each finds its neighbors. */
const SAMPLE = 256;
/** The sample is taken anew after so many further observations: 60 ms for 256 of them and 12 tags. */
const SAMPLE_AGE = 32;
/** Null where the project has no tags. */
export async function compileTags(tx, engine, projectId) {
    const tags = await selectAllTags(tx, projectId);
    if (tags.length === 0)
        return null;
    const lessons = await selectLessons(tx, projectId, LESSONS);
    const vectors = await tagVectors(engine, tags);
    const age = Math.floor((await selectDigestedCount(tx, projectId)) / SAMPLE_AGE);
    const key = keyOf(tags, lessons, [engine.model, age, vectors.length]);
    const known = engine.memories.compiledTags(projectId, key);
    if (known)
        return known;
    const sample = await selectNewestDigested(tx, projectId, SAMPLE);
    const matcher = createTagMatcher(knownTags(engine, tags, vectors, lessons), notesOf(engine, sample));
    engine.memories.keepTags(projectId, key, matcher);
    return matcher;
}
/** The tags as they would be matched if this one were saved now; what people said about a saved one teaches it too. */
export async function compileTagTest(tx, engine, projectId, tested) {
    const others = (await selectAllTags(tx, projectId)).filter(({ id }) => id !== tested.id);
    const lessons = await selectLessons(tx, projectId, LESSONS);
    const tags = [tested, ...others];
    const known = knownTags(engine, tags, await tagVectors(engine, tags), lessons);
    return { tags: known, lessons: lessons.filter(({ tag_id }) => tag_id === tested.id) };
}
/** Before the digest lock is taken: under it, compiling finds the vectors remembered. */
export async function prepareTags(tx, engine, projectId) {
    await tagVectors(engine, await selectAllTags(tx, projectId));
}
/** Differs whenever compiling again would give something else. */
function keyOf(tags, lessons, rest) {
    const told = tags.map(({ id, label, config }) => [id, label, config]);
    const taught = lessons.map(({ tag_id, observation_id, holds }) => [tag_id, observation_id, holds]);
    return createHash('sha256')
        .update(JSON.stringify([told, taught, rest]))
        .digest('hex');
}
/** In the order of the tags' texts; none where the model is away: tags then match by keyword. */
async function tagVectors(engine, tags) {
    const { vectors, fault } = await engine.embedOnce(tags.flatMap(tagTexts));
    return fault === null ? vectors : [];
}
function knownTags(engine, tags, vectors, lessons) {
    let from = 0;
    return tags.map(({ id, label, config }) => {
        const tag = { id, label, config };
        const own = vectors.slice(from, from + tagTexts(tag).length);
        from += tagTexts(tag).length;
        const verdicts = lessons
            .filter((lesson) => lesson.tag_id === id)
            .map((lesson) => ({
            observationId: lesson.observation_id,
            holds: lesson.holds,
            vector: vectorOf(engine, lesson),
        }));
        return { tag, vectors: own, verdicts };
    });
}
export const notesOf = (engine, rows) => rows.map((row) => ({
    id: row.observation_id,
    title: row.title,
    description: row.description,
    vector: vectorOf(engine, row),
}));
/** Another model's vector means nothing beside this one's. */
const vectorOf = (engine, row) => (row.meaning && row.model === engine.model ? decodeVector(row.meaning) : null);
export function matchObservations(matcher, items) {
    if (!matcher)
        return [];
    return items.flatMap(({ job, note }) => matcher
        .match({ id: job.id, title: job.title, description: job.description, vector: note.vector })
        .map((match) => ({
        observationId: job.id,
        tagId: match.tagId,
        score: match.score,
        observedAt: job.observed_at,
    })));
}
//# sourceMappingURL=match-observations.js.map