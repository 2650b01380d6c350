// How well the benchmark's notes are grouped: thresholds are chosen on other products than they are scored on.
import { ISSUE_KINDS } from '../src/contract/labels.js';
import { GROUP_SETTINGS, signOf } from '../src/digest/group/likeness.js';
import { PARTS } from './benchmark.js';
import { groupStream } from './group-stream.js';
import { averageScores, scoreGrouping } from './metrics.js';
export const THRESHOLDS = [0.79, 0.81, 0.83, 0.85, 0.87];
export function notesOf({ notes, vectors, kinds }, keep = () => true) {
    return notes.flatMap((note, at) => {
        const kind = ISSUE_KINDS.indexOf(kinds[at]);
        return keep(at) ? [{ vector: vectors[at], sign: signOf(note.sentiment), kind }] : [];
    });
}
export const grouped = (product, options = {}) => groupStream(notesOf(product), options);
export const scoreOf = (product, issues) => scoreGrouping(issues, product.notes.map(({ label }) => label));
/** Each product with the threshold that was best on the products of the other parts. */
export function scoreLeftOut(products) {
    const runs = products.map((product) => THRESHOLDS.map((threshold) => {
        const found = grouped(product, { settings: { ...GROUP_SETTINGS, threshold } });
        return { found, score: scoreOf(product, found.issues) };
    }));
    const bestOf = (part) => {
        const others = runs.filter((_, at) => products[at]?.part !== part);
        const means = THRESHOLDS.map((_, t) => averageScores(others.map((run) => run[t].score)));
        return means.reduce((best, mean, t) => (mean.f1 > means[best].f1 ? t : best), 0);
    };
    const chosen = Array.from({ length: PARTS }, (_, part) => bestOf(part));
    return products.map((product, at) => {
        const t = chosen[product.part];
        const { found, score } = runs[at][t];
        return { product, threshold: THRESHOLDS[t], found, score };
    });
}
/** Of the notes in another language whose issue has English notes: the share that is with the most of those. */
export function scoreLanguages(results) {
    const languages = new Map();
    for (const { product, found } of results) {
        const home = new Map();
        for (const [at, { label, language }] of product.notes.entries()) {
            if (language !== 'en')
                continue;
            const counts = home.get(label) ?? new Map();
            counts.set(found.issues[at], (counts.get(found.issues[at]) ?? 0) + 1);
            home.set(label, counts);
        }
        for (const [at, { label, language }] of product.notes.entries()) {
            const counts = home.get(label);
            if (language === 'en' || !counts)
                continue;
            const most = Math.max(...counts.values());
            const right = counts.get(found.issues[at]) === most;
            const score = languages.get(language) ?? { right: 0, total: 0 };
            languages.set(language, { right: score.right + Number(right), total: score.total + 1 });
        }
    }
    return languages;
}
/** Of the suggested merges, how many join issues that are mostly about the same matter. */
export function scoreSuggestions(results) {
    let right = 0;
    let total = 0;
    for (const { product, found } of results) {
        const matter = (ids) => mostCommon(ids.map((id) => product.notes[Number(id)]?.label ?? ''));
        for (const { left, right: other } of found.suggestions) {
            if (left.length === 0 || other.length === 0)
                continue;
            total++;
            if (matter(left) === matter(other))
                right++;
        }
    }
    return { right, total };
}
function mostCommon(labels) {
    const counts = new Map();
    for (const label of labels)
        counts.set(label, (counts.get(label) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
//# sourceMappingURL=score-groups.js.map