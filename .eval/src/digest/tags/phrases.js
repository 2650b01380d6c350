// Keywords and phrases: found whatever the case, accents and word forms, the words of a phrase in order.
import { stemWord } from '../features/text/stem.js';
import { foldText, wordsOf } from '../features/text/words.js';
/** Scripts that write words without spaces: there a keyword is looked for as it is. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const READ_CHARACTERS = 32_768;
const stemsOf = (folded, language) => ` ${wordsOf(folded.replace(/['’]/g, ''))
    .map((word) => stemWord(word, language))
    .join(' ')} `;
export function stemText(text, language) {
    const folded = foldText(text.slice(0, READ_CHARACTERS));
    return { stems: stemsOf(folded, language), folded };
}
/** The phrase is stemmed as each text's language asks: the same tag serves texts in several languages. */
export function compilePhrase(phrase) {
    const folded = foldText(phrase).trim();
    if (UNSPACED.test(phrase))
        return (text) => folded !== '' && text.folded.includes(folded);
    const byLanguage = new Map();
    return (text, language) => {
        let stems = byLanguage.get(language);
        if (stems === undefined) {
            stems = stemsOf(folded, language);
            byLanguage.set(language, stems);
        }
        return stems.trim() !== '' && text.stems.includes(stems);
    };
}
//# sourceMappingURL=phrases.js.map