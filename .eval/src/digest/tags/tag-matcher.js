import { chance } from './tag-logits.js';
import { createVotes } from './tag-votes.js';
import { loadTagWeights } from './tag-weights.js';
import { knowProject } from './tagged-project.js';
export const DEFAULT_THRESHOLD = 0.5;
/** From so many notes on a project is known well enough to doubt a keyword where the score is below the floor. */
const ESTABLISHED = 32;
const KEYWORD_FLOOR = 0.25;
/** A keyword is a person's word for it. */
const KEYWORD_SCORE = 0.6;
export const createTagMatcher = (tags, sample, weights = loadTagWeights()) => matcherIn(knowProject(tags, sample, weights.center), weights);
export function matcherIn(project, weights) {
    const votes = createVotes(project, weights);
    const established = project.sample.length >= ESTABLISHED;
    const score = (note) => {
        const reading = project.read(note);
        const shares = votes(reading);
        return project.tags
            .map((tag, t) => judge(tag, reading.note, scoreOf(shares[t], weights), established))
            .sort((one, other) => other.score - one.score);
    };
    const match = (note) => score(note).flatMap(({ matches, tagId, score, by }) => (matches ? [{ tagId, score, by }] : []));
    return { score, match };
}
const NEARLY = 1e-6;
/** One half is where matching is best on the benchmark. */
function scoreOf(share, { halfWay }) {
    const certain = Math.min(1 - NEARLY, Math.max(NEARLY, share));
    return chance(Math.log(certain / (1 - certain)) - halfWay);
}
function judge({ tag, signs }, note, score, established) {
    const { threshold = null } = tag.config;
    const excluded = found(signs.exclude, note);
    if (excluded >= 0)
        return { tagId: tag.id, score: 0, by: 'meaning', matches: false, phrase: excluded };
    const keyword = found(signs.keywords, note);
    // Who sets a threshold of their own wants keywords to decide; without a vector nothing else can.
    const doubted = established && threshold === null && note.vector !== null && score < KEYWORD_FLOOR;
    if (keyword < 0 || doubted) {
        const matches = score >= (threshold ?? DEFAULT_THRESHOLD);
        return { tagId: tag.id, score, by: 'meaning', matches, phrase: null };
    }
    const raised = KEYWORD_SCORE + (1 - KEYWORD_SCORE) * score;
    return { tagId: tag.id, score: raised, by: 'keyword', matches: true, phrase: keyword };
}
const found = (phrases, { whole, language }) => phrases.findIndex((phrase) => phrase(whole, language));
//# sourceMappingURL=tag-matcher.js.map