// How many of the benchmark's notes get their true kind, by weights that were fitted on the products of other parts.
import { ISSUE_KINDS } from '../src/contract/labels.js';
import { kindOf, kindScores } from '../src/digest/kinds/kind.js';
import { PARTS } from './benchmark.js';
import { fitKinds } from './fit-kinds.js';
import { scoreFlags } from './metrics.js';
export function scoreKinds(products) {
    const parts = Array.from({ length: PARTS }, (_, part) => {
        const others = products.filter((product) => product.part !== part);
        const [weights, usual] = [fitKinds(others), usualKinds(others)];
        return products.filter((product) => product.part === part).map((product) => ({ product, weights, usual }));
    }).flat();
    const score = (kindOfNote) => scoreTold(parts.flatMap((part) => part.product.notes.map((note, at) => ({ note, kind: kindOfNote(part, at) }))));
    return {
        ours: score(({ product, weights }, at) => told(product, at, weights, true)),
        withoutVector: score(({ product, weights }, at) => told(product, at, weights, false)),
        sentimentAlone: score(({ product, usual }, at) => usual.get(product.notes[at].sentiment) ?? 'problem'),
        alwaysProblem: score(() => 'problem'),
    };
}
function told(product, at, weights, withVector) {
    const note = product.notes[at];
    const vector = withVector ? product.vectors[at] : null;
    return kindOf(kindScores({ ...note, vector }, weights));
}
function usualKinds(products) {
    const counts = new Map();
    for (const { sentiment, kind } of products.flatMap(({ notes }) => notes)) {
        const own = counts.get(sentiment) ?? { problem: 0, request: 0, question: 0, praise: 0 };
        own[kind]++;
        counts.set(sentiment, own);
    }
    return new Map([...counts].map(([sentiment, own]) => [sentiment, kindOf(own)]));
}
function scoreTold(all) {
    const accuracy = (some) => some.filter(({ note, kind }) => note.kind === kind).length / some.length;
    const f1 = (wanted) => scoreFlags(all.map(({ kind }) => kind === wanted), all.map(({ note }) => note.kind === wanted)).f1;
    const [problem = 0, request = 0, question = 0, praise = 0] = ISSUE_KINDS.map(f1);
    return {
        notes: all.length,
        accuracy: accuracy(all),
        english: accuracy(all.filter(({ note }) => note.language === 'en')),
        otherLanguages: accuracy(all.filter(({ note }) => note.language !== 'en')),
        f1: { problem, request, question, praise },
    };
}
//# sourceMappingURL=score-kinds.js.map