import { createTagMatcher, matcherIn } from '../src/digest/tags/tag-matcher.js';
import { PARTS } from './benchmark.js';
import { createChance, shuffle } from './chance.js';
import { fitTags, meanVector, tagLessons } from './fit-tags.js';
import { harmonic } from './metrics.js';
import { scoreTaught, TEACHINGS } from './score-taught-tags.js';
import { knownTags, taggedNotes } from './tagged-notes.js';
const FEW = [1, 2, 3, 6];
const YOUNG = [0, 32, 128];
export function scoreTags(products) {
    const leftOut = withWeights(products);
    const ours = leftOut.map(({ product, lessons, weights }) => scoreNotes(product, matcherIn(lessons.project, weights)));
    return {
        ours: meanScore(ours),
        keywordsAlone: meanScore(products.map(scoreKeywords)),
        few: new Map(FEW.map((count) => [count, scoreFew(leftOut, count)])),
        young: new Map(YOUNG.map((age) => [age, meanScore(leftOut.map((one) => scoreYoung(one, age)))])),
        taught: new Map(TEACHINGS.map((teaching) => [teaching, scoreTaught(leftOut, teaching)])),
    };
}
function withWeights(products) {
    const centre = meanVector(products);
    const lessons = products.map((product) => tagLessons(product, centre));
    const fitted = Array.from({ length: PARTS }, (_, part) => fitTags(lessons.filter((_, at) => products[at]?.part !== part), centre));
    return products.map((product, at) => ({
        product,
        lessons: lessons[at],
        weights: fitted[product.part],
    }));
}
function count(notes, product, matcher, among) {
    const all = { hits: 0, found: 0, truth: 0 };
    for (const note of notes) {
        const found = new Set(matcher.match(note).map(({ tagId }) => tagId));
        const truth = (product.notes[Number(note.id)]?.tags ?? []).filter((label) => among.includes(label));
        all.found += found.size;
        all.truth += truth.length;
        all.hits += truth.filter((label) => found.has(label)).length;
    }
    return all;
}
function scoreOf({ hits, found, truth }) {
    const [precision, recall] = [hits / Math.max(1, found), hits / Math.max(1, truth)];
    return { precision, recall, f1: harmonic(precision, recall) };
}
const labelsOf = ({ tags }) => tags.map(({ label }) => label);
const scoreNotes = (product, matcher, from = 0) => scoreOf(count(taggedNotes(product).slice(from), product, matcher, labelsOf(product)));
/** Keywords as they stand, word forms ignored: what a tag without any meaning matches. */
function scoreKeywords(product) {
    const tags = knownTags(product).map(({ tag, verdicts }) => {
        return { tag: { ...tag, config: { ...tag.config, threshold: 1 } }, vectors: [], verdicts };
    });
    return scoreNotes(product, createTagMatcher(tags, []));
}
const meanScore = (scores) => {
    const mean = (of) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
    return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') };
};
/** All pairs together: a single tag may have no note at all, and no F1. */
function scoreFew(leftOut, size) {
    const random = createChance(size);
    const sum = { hits: 0, found: 0, truth: 0 };
    for (const { product, weights } of leftOut) {
        const tags = shuffle(knownTags(product), random).slice(0, size);
        const notes = taggedNotes(product);
        const own = count(notes, product, createTagMatcher(tags, notes, weights), tags.map(({ tag }) => tag.id));
        for (const key of ['hits', 'found', 'truth'])
            sum[key] += own[key];
    }
    return scoreOf(sum);
}
function scoreYoung({ product, weights }, age) {
    const before = taggedNotes(product).slice(0, age);
    return scoreNotes(product, createTagMatcher(knownTags(product), before, weights), age);
}
//# sourceMappingURL=score-tags.js.map