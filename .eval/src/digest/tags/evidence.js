// What speaks for a tag in an observation by itself: closeness in meaning, keywords, words in common.
import { EMPTY_WORDS } from '../features/text/empty-words.js';
import { detectLanguage } from '../features/text/language.js';
import { stemWord } from '../features/text/stem.js';
import { foldText, wordsOf } from '../features/text/words.js';
import { addScaled, dot, normalize } from '../group/vector.js';
import { compilePhrase, stemText } from './phrases.js';
import { tagTexts } from './tag.js';
export function readNote({ id, title, description, vector }) {
    const language = detectLanguage(`${title}\n${description}`);
    const whole = stemText(`${title}\n${description}`, language);
    const onlyTitle = stemText(title, language);
    const stems = ({ stems }) => new Set(stems.trim().split(' '));
    return { id, language, whole, title: onlyTitle, words: stems(whole), titleWords: stems(onlyTitle), vector };
}
/** As if so many notes had been seen before the first. */
const PRIOR_NOTES = 64;
const PRIOR_COUNT = 2;
export function rarityIn(notes) {
    const counts = new Map();
    for (const { words } of notes)
        for (const word of words)
            counts.set(word, (counts.get(word) ?? 0) + 1);
    return (stem) => Math.log((notes.length + PRIOR_NOTES) / ((counts.get(stem) ?? 0) + PRIOR_COUNT));
}
/** Vectors are compared by what sets them apart from the project's mean. */
const PRIOR_CENTER = 16;
export function centerOf(notes, usual) {
    const vectors = notes.flatMap(({ vector }) => vector ?? []);
    const width = vectors[0]?.length ?? usual.length;
    const center = new Float32Array(width);
    const prior = usual.length === width ? PRIOR_CENTER : 0;
    addScaled(center, prior > 0 ? usual : [], prior);
    for (const vector of vectors)
        addScaled(center, vector, 1);
    const count = vectors.length + prior;
    return count === 0 ? center : center.map((value) => value / count);
}
export function centered(vector, center) {
    const own = Float32Array.from(vector);
    addScaled(own, center, -1);
    return normalize(own);
}
/** Examples together count for the description's direction like this share of the description. */
const EXAMPLES = 0.5;
export function signsOf({ tag, vectors }, center) {
    const [described, label, ...examples] = vectors;
    return {
        keywords: (tag.config.keywords ?? []).map(compilePhrase),
        exclude: (tag.config.exclude ?? []).map(compilePhrase),
        wordsIn: wordsOfTag(tag),
        described: described && directionOf(described, examples, center),
        label: label && centered(label, center),
    };
}
function directionOf(described, examples, center) {
    const direction = centered(described, center);
    for (const example of examples)
        addScaled(direction, centered(example, center), EXAMPLES / examples.length);
    return normalize(direction);
}
function wordsOfTag(tag) {
    const [described = ''] = tagTexts(tag);
    const keywords = (tag.config.keywords ?? []).filter((keyword) => !/\s/.test(keyword.trim())); // phrases count as a whole
    const text = foldText([described, ...keywords].join(' ').replace(/['’]/g, ''));
    const words = wordsOf(text).filter((word) => word.length > 1 && !EMPTY_WORDS.has(word));
    const byLanguage = new Map();
    return (language) => {
        const known = byLanguage.get(language);
        if (known)
            return known;
        const stems = [...new Set(words.map((word) => stemWord(word, language)))];
        byLanguage.set(language, stems);
        return stems;
    };
}
const MOST_WORDS = 12;
export function evidenceOf(tag, note, own, rarity) {
    const close = (direction) => (direction && own ? dot(direction, own) : 0);
    const found = (text) => Number(tag.keywords.some((phrase) => phrase(text, note.language)));
    const words = tag.wordsIn(note.language);
    let [all, inTitle] = [0, 0];
    for (const word of words) {
        if (!note.words.has(word))
            continue;
        all += rarity(word);
        if (note.titleWords.has(word))
            inTitle = Math.max(inTitle, rarity(word));
    }
    return [
        close(tag.described),
        close(tag.label),
        found(note.whole),
        found(note.title),
        Math.min(MOST_WORDS, all),
        inTitle,
    ];
}
//# sourceMappingURL=evidence.js.map