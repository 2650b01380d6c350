// Reads any folder of labeled JSON lines. Names of properties vary between corpora; several are understood.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
const first = (row, names) => names.map((name) => row[name]).find((value) => value != null);
const text = (value) => typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
function flag(value) {
    if (value === undefined || value === null)
        return null;
    return value === true || value === 1 || value === '1' || value === 'true';
}
function sentimentOf(row) {
    const named = text(first(row, ['user_sentiment', 'sentiment']))?.toLowerCase();
    if (named === 'positive' || named === 'neutral' || named === 'negative')
        return named;
    const stars = Number(first(row, ['score', 'rating', 'stars']) ?? Number.NaN);
    if (Number.isNaN(stars))
        return null;
    return stars <= 2 ? 'negative' : stars >= 4 ? 'positive' : 'neutral';
}
function parseRow(row) {
    const title = text(first(row, ['title', 'summary', 'subject']));
    const body = text(first(row, ['description', 'text', 'body', 'utterance', 'sentence', 'content', 'review'])) ?? '';
    const kind = text(first(row, ['kind', 'type', 'category_kind']));
    const tags = row.tags;
    return {
        title: title ?? body,
        description: title === null ? '' : body,
        group: text(first(row, ['group', 'issue', 'label', 'intent', 'category', 'cluster', 'topic'])),
        tags: Array.isArray(tags) ? tags.map(String) : null,
        kind,
        problem: flag(first(row, ['problem_report', 'problem', 'bug'])) ??
            (kind === null ? null : /^(problem|bug)/.test(kind)),
        request: flag(first(row, ['feature_request', 'request', 'feature'])) ??
            (kind === null ? null : /request|feature/.test(kind)),
        sentiment: sentimentOf(row),
        language: text(first(row, ['lang', 'language'])),
    };
}
function familyOf(name) {
    const [head = name, second] = name.split('.');
    return /^reviews?(-|$)/.test(head) && second ? second : head;
}
const parseLines = (content) => content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => parseRow(JSON.parse(line)))
    .filter((row) => row.title.trim() !== '');
export const readCorpora = (folder) => readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl') || file.endsWith('.ndjson'))
    .sort()
    .map((file) => {
    const name = file.replace(/\.(jsonl|ndjson)$/, '');
    return { name, family: familyOf(name), texts: parseLines(readFileSync(join(folder, file), 'utf8')) };
});
/** Parts of one corpus, such as train and test, joined. */
export function joinFamilies(corpora) {
    const joined = new Map();
    for (const corpus of corpora) {
        const name = corpus.name.replace(/\.(train|test|dev|development|valid|validation)$/, '');
        const whole = joined.get(name) ?? { name, family: corpus.family, texts: [] };
        whole.texts.push(...corpus.texts);
        joined.set(name, whole);
    }
    return [...joined.values()];
}
//# sourceMappingURL=read-corpus.js.map