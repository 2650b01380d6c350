/** Languages whose word forms PostgreSQL knows, by the code that detection gives. */
const CONFIGS = {
    da: 'danish',
    de: 'german',
    en: 'english',
    es: 'spanish',
    fi: 'finnish',
    fr: 'french',
    hu: 'hungarian',
    it: 'italian',
    nl: 'dutch',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sv: 'swedish',
    tr: 'turkish',
};
export const searchConfig = (language) => CONFIGS[language] ?? 'simple';
/** A word counts when it matches as it is or as an English or other known word form. */
const READINGS = ['simple', 'english', 'french', 'german', 'spanish'];
export async function parseSearch(tx, typed) {
    const terms = await readTerms(tx, typed);
    return terms.map(({ without, query }) => `${without ? '!' : ''}(${query})`).join(' & ');
}
export async function parseSought(tx, typed) {
    const terms = (await readTerms(tx, typed)).filter(({ without }) => !without);
    const phrases = terms.filter(({ kind }) => kind === 'phrase');
    const anyOf = (some) => some.map(({ query }) => `(${query})`).join(' | ');
    return {
        words: anyOf(terms.filter(({ kind }) => kind !== 'phrase')),
        phrases: anyOf(phrases),
        phraseLength: Math.min(...phrases.map(({ text }) => text.split(/\s+/).length)),
    };
}
/** Without the terms that say nothing in any language. */
async function readTerms(tx, typed) {
    const terms = [...typed.matchAll(/(-?)(?:"([^"]*)"?|(\S+))/g)].map(toTerm).filter(({ text }) => text !== '');
    if (terms.length === 0)
        return [];
    const columns = terms.map((term, index) => `ARRAY[${readings(term, `$${index + 1}`)}]`);
    const { rows } = await tx.query(`SELECT json_build_array(${columns.join(', ')}) AS terms`, terms.map(({ text }) => text));
    const found = rows[0]?.terms ?? [];
    return terms
        .map((term, index) => ({ ...term, query: join(found[index] ?? []) }))
        .filter(({ query }) => query !== '');
}
/** Each reading once: PostgreSQL takes the same word five times for five words, and expects too many rows of them. */
const join = (found) => [...new Set(found)].filter((reading) => reading !== '').join(' | ');
function toTerm([, minus, phrase, word = '']) {
    const without = minus === '-';
    if (phrase !== undefined)
        return { text: phrase.trim(), kind: 'phrase', without };
    if (!word.endsWith('*'))
        return { text: word, kind: 'word', without };
    // to_tsquery has a syntax of its own; only letters and digits of the beginning are passed on.
    return { text: word.replaceAll(/[^\p{L}\p{N}]/gu, ''), kind: 'prefix', without };
}
function readings({ kind }, parameter) {
    const reading = {
        word: (config) => `plainto_tsquery('${config}', ${parameter})::text`,
        phrase: (config) => `phraseto_tsquery('${config}', ${parameter})::text`,
        prefix: (config) => `to_tsquery('${config}', ${parameter}::text || ':*')::text`,
    }[kind];
    const configs = kind === 'prefix' ? ['simple'] : READINGS;
    return configs.map(reading).join(', ');
}
//# sourceMappingURL=searches.js.map