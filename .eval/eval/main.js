// npm run eval -- [--data FOLDER] [--leave-one-out] [--check]
// Scores grouping, tags and kinds on a folder of labelled JSON lines, or on the set that ships with the project.
// --leave-one-out  train the weights anew for each family, without that family (the shipped ones saw them all)
// --check          fail if the shipped set scores below the floors in eval/floors.json
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BASELINES } from './baselines.js';
import { createCachedEncoder } from './encoder-cache.js';
import { evaluateGrouping } from './evaluate-grouping.js';
import { createEmbed } from './features.js';
import { averageScores } from './metrics.js';
import { joinFamilies, readCorpora } from './read-corpus.js';
import { table } from './report.js';
import { hasKinds, scoreKindsCrossed, scoreKindsWith } from './score-kinds.js';
import { scoreTagMatching, TAG_SETTINGS } from './score-tags.js';
import { loadTrained, train } from './trained.js';
const { values: options } = parseArgs({
    options: { data: { type: 'string' }, 'leave-one-out': { type: 'boolean' }, check: { type: 'boolean' } },
});
const corpora = joinFamilies(readCorpora(options.data ?? 'eval/data'));
const encode = createCachedEncoder();
const shipped = loadTrained();
const without = new Map();
const trainedFor = (family) => {
    if (!options['leave-one-out'])
        return shipped;
    const known = without.get(family) ??
        train(corpora.filter((corpus) => corpus.family !== family), encode);
    without.set(family, known);
    return known;
};
const groupingRow = (name, score) => [
    name,
    score.precision,
    score.recall,
    score.f1,
    score.nmi,
    score.ari,
    `${Math.round(score.found)} / ${Math.round(score.truth)}`,
];
const meanByFamily = (results, of) => {
    const families = [...new Set(results.map(({ family }) => family))];
    return averageScores(families.map((family) => averageScores(results.filter((result) => result.family === family).map(of))));
};
const printGrouping = () => {
    const results = evaluateGrouping(corpora, trainedFor, encode);
    const rows = results.map(({ corpus, ours }) => groupingRow(corpus, ours));
    const mean = meanByFamily(results, ({ ours }) => ours);
    rows.push(groupingRow('**mean over families**', mean));
    for (const baseline of BASELINES) {
        rows.push(groupingRow(`baseline: ${baseline}`, meanByFamily(results, ({ baselines }) => baselines[baseline])));
    }
    console.log('\n## Grouping, online in one pass\n');
    console.log(table(['corpus', 'precision', 'recall', 'F1', 'NMI', 'ARI', 'groups found / true'], rows));
    return mean;
};
const canBeTagged = ({ texts }) => {
    const labelled = texts.filter(({ group, tags }) => group !== null || tags !== null);
    const names = new Set(labelled.flatMap(({ group, tags }) => tags ?? [group ?? '']));
    // Names that are mere numbers tell a matcher nothing.
    const speaking = [...names].filter((name) => /\p{L}{3}/u.test(name)).length;
    return speaking >= 5 && labelled.length / names.size >= 10;
};
const printTags = () => {
    const tagged = corpora.filter(canBeTagged);
    const rows = [];
    const means = TAG_SETTINGS.map(() => ({ atOne: 0, micro: 0, macro: 0 }));
    for (const { name, family, texts } of tagged) {
        const trained = trainedFor(family);
        const scores = scoreTagMatching(texts, trained, createEmbed(encode, trained), 11);
        for (const [i, setting] of TAG_SETTINGS.entries()) {
            const score = scores.get(setting);
            rows.push([name, setting, score.atOne, score.micro, score.macro]);
            const mean = means[i];
            for (const key of ['atOne', 'micro', 'macro'])
                mean[key] += score[key] / tagged.length;
        }
    }
    for (const [i, setting] of TAG_SETTINGS.entries()) {
        const { atOne, micro, macro } = means[i];
        rows.push(['**mean**', setting, atOne, micro, macro]);
    }
    console.log('\n## Tags\n');
    console.log(table(['corpus', 'given', 'P@1', 'micro F1', 'macro F1'], rows));
    return means;
};
const printKinds = () => {
    const told = corpora.filter(({ texts }) => hasKinds(texts));
    if (told.length === 0)
        return [];
    const row = (name, how, result) => [name, how, result.texts, result.problem.f1, result.request.f1, result.accuracy ?? ''].map((value, i) => i === 2 ? String(value) : value);
    const rows = [];
    const results = told.map(({ texts }) => scoreKindsWith(texts, shipped.kinds));
    for (const [i, { name, texts }] of told.entries()) {
        if (options['leave-one-out'])
            rows.push(row(name, 'five folds', scoreKindsCrossed(texts)));
        else
            rows.push(row(name, 'shipped model', results[i]));
        rows.push(row(name, 'turns of phrase and sentiment alone', scoreKindsWith(texts, null)));
    }
    console.log('\n## Kinds\n');
    console.log(table(['corpus', 'with', 'texts', 'problem F1', 'request F1', 'kind accuracy'], rows));
    return results;
};
const grouping = printGrouping();
const tags = printTags();
const kinds = printKinds();
if (options.check) {
    const floors = JSON.parse(readFileSync('eval/floors.json', 'utf8'));
    // Every corpus has to hold the floor, not their mean.
    const worst = (of) => Math.min(...kinds.map(of));
    const reached = {
        precision: grouping.precision,
        f1: grouping.f1,
        nmi: grouping.nmi,
        tagsLabelOnly: tags[0]?.atOne ?? 0,
        tagsFiveExamples: tags[2]?.atOne ?? 0,
        problem: worst(({ problem }) => problem.f1),
        request: worst(({ request }) => request.f1),
        kind: worst(({ accuracy }) => accuracy ?? 0),
    };
    const fallen = Object.entries(floors).filter(([name, floor]) => (reached[name] ?? 0) < floor);
    for (const [name, floor] of fallen)
        console.error(`${name} is ${reached[name]?.toFixed(3)}, below its floor ${floor}`);
    if (fallen.length > 0)
        process.exit(1);
}
//# sourceMappingURL=main.js.map