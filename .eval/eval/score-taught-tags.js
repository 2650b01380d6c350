import { matcherIn } from '../src/digest/tags/tag-matcher.js';
import { teachProject } from '../src/digest/tags/tagged-project.js';
import { createChance, shuffle } from './chance.js';
import { scoreFlags } from './metrics.js';
import { taggedNotes } from './tagged-notes.js';
/**
 * Which pairs the person judges: mistakes that they come upon, suggested or missing; those whose score is nearest one
 * half; or any that is suggested or true.
 */
export const TEACHINGS = ['mistakes', 'uncertain', 'any'];
const JUDGED = 20;
const ROUNDS = 4;
export function scoreTaught(leftOut, teaching) {
    const scores = leftOut.map((one) => teach(one, teaching));
    const mean = (of) => scores.reduce((sum, score) => sum + score[of], 0) / scores.length;
    return {
        before: mean('before'),
        after: mean('after'),
        restBefore: mean('restBefore'),
        restAfter: mean('restAfter'),
    };
}
const keyOf = ({ n, t }) => `${n} ${t}`;
function teach({ product, lessons, weights }, teaching) {
    const random = createChance(product.notes.length);
    const judged = new Map();
    const match = (project) => pairsOf(product, project, weights);
    const first = match(lessons.project);
    let last = first;
    for (let round = 0; round < ROUNDS; round++) {
        const open = last.filter((pair) => !judged.has(keyOf(pair)));
        for (const pair of choose(open, teaching, random).slice(0, JUDGED / ROUNDS))
            judged.set(keyOf(pair), pair);
        last = match(teachProject(lessons.project, verdictsOf(product, [...judged.values()])));
    }
    const rest = (pairs) => pairs.filter((pair) => !judged.has(keyOf(pair)));
    return {
        before: f1Of(first),
        after: f1Of(last, (pair) => judged.has(keyOf(pair))),
        restBefore: f1Of(rest(first)),
        restAfter: f1Of(rest(last)),
    };
}
function pairsOf(product, project, weights) {
    const matcher = matcherIn(project, weights);
    return taggedNotes(product).flatMap((note, n) => {
        const byId = new Map(matcher.score(note).map((score) => [score.tagId, score]));
        return product.tags.map(({ label }, t) => ({
            n,
            t,
            score: byId.get(label),
            holds: product.notes[n]?.tags.includes(label) === true,
        }));
    });
}
/** What a person said stands. */
const f1Of = (pairs, said = () => false) => scoreFlags(pairs.map((pair) => (said(pair) ? pair.holds : pair.score.matches)), pairs.map(({ holds }) => holds)).f1;
function choose(open, teaching, random) {
    if (teaching === 'uncertain') {
        const distance = ({ score }) => Math.abs(score.score - 0.5);
        return open.sort((one, other) => distance(one) - distance(other));
    }
    const wanted = ({ score, holds }) => teaching === 'mistakes' ? score.matches !== holds : score.matches || holds;
    return shuffle(open.filter(wanted), random);
}
const verdictsOf = (product, judged) => product.tags.map((_, tag) => judged
    .filter(({ t }) => t === tag)
    .map(({ n, holds }) => ({
    observationId: String(n),
    holds,
    vector: product.vectors[n],
})));
//# sourceMappingURL=score-taught-tags.js.map