// Word forms put aside: Porter's algorithm for English, and for other words the few endings that plurals and genders
// share in the languages nearby.
import { stemmer } from 'stemmer';
/** Porter knows only -ize. Short words are left: "revise" belongs to "revision". */
const BRITISH = /^([a-z]{5,})is(ations?|ed|ers?|es?|ing)$/;
const LIGHT_ENDINGS = /(aux|eux|ees|ions|ion|es|en|er|em|et|os|as|is|ee|s|x|e|o|a)$/;
/** Expects a folded word (see `foldText`); other scripts come back unchanged. */
export function stemWord(word, language) {
    if (word.length < 3 || !/^[a-z]+$/.test(word))
        return word;
    if (language === 'en')
        return stemmer(word.replace(BRITISH, '$1iz$2'));
    const stem = word.replace(LIGHT_ENDINGS, '');
    return stem.length >= 3 ? stem : word;
}
//# sourceMappingURL=stem.js.map