// What the digest reads in an observation's text before it looks at any other: vector, kind, language, hash.
import { createHash } from 'node:crypto';
import { ISSUE_KINDS } from '../contract/labels.js';
import { detectLanguage } from './features/text/language.js';
import { signOf } from './group/likeness.js';
import { kindOf, kindScores } from './kinds/kind.js';
/** What is embedded: the title as a sentence of its own, then the description. */
export const textToEmbed = ({ title, description }) => `${title.trim().replace(/\.$/, '')}. ${description}`;
export function readObservation(engine, job, vector) {
    const { kind, language } = readText(engine, job, vector);
    return {
        job,
        note: { vector, sign: signOf(job.user_sentiment), kind: ISSUE_KINDS.indexOf(kind) },
        kind,
        language,
        textHash: hashOf(job),
    };
}
/** Kinds were learned from the vectors of the encoder that ships with the service; of another's, the words alone tell. */
export function readText({ isOwnEncoder }, { title, description, user_sentiment }, vector) {
    const input = { title, description, sentiment: user_sentiment, vector: isOwnEncoder ? vector : null };
    return { kind: kindOf(kindScores(input)), language: detectLanguage(`${title}\n${description}`) };
}
const HASH_BYTES = 16;
function hashOf({ title, description }) {
    const plain = `${title}\n${description}`.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    return createHash('sha256').update(plain).digest().subarray(0, HASH_BYTES);
}
//# sourceMappingURL=read-observation.js.map