// How a text falls into words, in any script, with case and accents put aside.
const MARKS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}]+/gu;
/** Compatibility-decomposed, without accents, in lower case. */
export const foldText = (text) => text.normalize('NFKD').replace(MARKS, '').toLowerCase();
export const wordsOf = (folded) => folded.match(WORDS) ?? [];
//# sourceMappingURL=words.js.map