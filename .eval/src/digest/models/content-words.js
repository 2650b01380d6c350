// The words of a text that carry its matter: enough to see whether a written title speaks of what it should.
import { EMPTY_WORDS } from '../features/text/empty-words.js';
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
export function contentWords(text) {
    const found = new Set();
    for (const { segment, isWordLike } of words.segment(text.normalize('NFKC').toLowerCase())) {
        if (isWordLike && carriesMatter(segment))
            found.add(formless(segment));
    }
    return found;
}
export function shareContentWord(a, b) {
    const wordsOfB = contentWords(b);
    return [...contentWords(a)].some((word) => wordsOfB.has(word));
}
// Scripts written without spaces have words of two characters; elsewhere these are particles.
function carriesMatter(word) {
    const shortest = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word) ? 2 : 3;
    return [...word].length >= shortest && !EMPTY_WORDS.has(word);
}
// Plural and verb endings left out by a common beginning: coarse, as a title that is off shares nothing.
function formless(word) {
    return [...word.replace(/s$/, '')].slice(0, 5).join('');
}
//# sourceMappingURL=content-words.js.map