import { addScaled, dot } from './vector.js';
export function signOf(sentiment) {
    if (sentiment.includes('negative'))
        return -1;
    return sentiment.includes('positive') ? 1 : 0;
}
/** Chosen on the open benchmark; see docs/quality.md. */
export const GROUP_SETTINGS = { threshold: 0.83, arrival: 0.12, suggest: 0.045 };
const OPPOSITE_SIGN = 0.12;
const OTHER_KIND = 0.08;
/** To be taken off the cosine of two notes. */
export function difference(one, other) {
    return (one.sign * other.sign < 0 ? OPPOSITE_SIGN : 0) + (one.kind !== other.kind ? OTHER_KIND : 0);
}
/** The same against a group, of whose notes these shares are of the other sign, and of another kind. */
export const differenceByShares = (oppositeSign, otherKind) => OPPOSITE_SIGN * oppositeSign + OTHER_KIND * otherKind;
/** What the cosine of two unrelated notes of one product usually is. */
const USUAL_UNRELATED = 0.43;
const PRIOR_ISSUES = 20;
const LEAST_UNRELATED = 0;
const MOST_UNRELATED = 0.85;
/**
 * Where everything is alike (one topic, one agent that always writes the same way, another model's vectors), a cosine
 * says less: it is stretched so that unrelated notes lie where they usually do, and equal ones stay equal.
 * @param unrelated the mean cosine between the project's issues; @param issues how many there are
 */
export function calibration(unrelated, issues) {
    const seen = (USUAL_UNRELATED * PRIOR_ISSUES + unrelated * issues) / (PRIOR_ISSUES + issues);
    const bounded = Math.min(MOST_UNRELATED, Math.max(LEAST_UNRELATED, seen));
    const stretch = (1 - USUAL_UNRELATED) / (1 - bounded);
    return (cosine) => 1 - (1 - cosine) * stretch;
}
export function signsOf(notes) {
    const signs = (wanted) => notes.filter(({ sign }) => sign === wanted).length;
    return { count: notes.length, happy: signs(1), unhappy: signs(-1) };
}
export function gather(notes) {
    const sum = new Float32Array(notes[0]?.bytes.length ?? 0);
    for (const { bytes, scale } of notes)
        addScaled(sum, bytes, scale);
    return { sum, ...signsOf(notes) };
}
const SIZE_DOUBT = 0.08;
const DOUBTED_UP_TO = 8;
/**
 * How alike two issues are: the cosine of their centres, less a little where one is praise and the other a complaint.
 * Centres of many notes always lie close to each other, and two issues that both had time to grow are seldom one: so a
 * little is taken off for the size of the smaller, too.
 */
export function issueLikeness(one, other, calibrated) {
    const lengths = Math.sqrt(dot(one.sum, one.sum) * dot(other.sum, other.sum));
    const cosine = lengths === 0 ? 0 : dot(one.sum, other.sum) / lengths;
    return centerLikeness(cosine, one, other, calibrated);
}
/** The same, where the cosine of the centers is known. */
export function centerLikeness(cosine, one, other, calibrated) {
    const pairs = Math.max(1, one.count * other.count);
    const opposite = (one.happy * other.unhappy + one.unhappy * other.happy) / pairs;
    const size = Math.max(1, Math.min(DOUBTED_UP_TO, one.count, other.count));
    const likeness = calibrated(cosine) - OPPOSITE_SIGN * opposite - SIZE_DOUBT * Math.log(size);
    return Math.min(1, Math.max(0, likeness));
}
//# sourceMappingURL=likeness.js.map