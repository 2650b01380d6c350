// The project's other notes as neighbors of one: those that probably tell of the same matter.
import { dot } from '../group/vector.js';
/** Of the encoder that ships with the service: half of the pairs at `NEAR` tell of the same matter. */
const NEAR = 0.8;
const BLUR = 0.03;
const UNRELATED = 0.43;
const PRIOR_PAIRS = 200;
const COMPARED = 40;
const MOST_UNRELATED = 0.9;
/** Further apart than this, nothing is left. */
const LEAST = 1e-3;
/** Another model's vectors, or a project of one topic: the cosine is stretched so that unrelated notes lie as usual. */
export function nearnessIn(notes) {
    const vectors = notes.slice(0, COMPARED).flatMap(({ vector }) => vector ?? []);
    let [sum, pairs] = [UNRELATED * PRIOR_PAIRS, PRIOR_PAIRS];
    for (const [at, one] of vectors.entries())
        for (const other of vectors.slice(0, at)) {
            sum += dot(one, other);
            pairs++;
        }
    const stretch = (1 - UNRELATED) / (1 - Math.min(MOST_UNRELATED, sum / pairs));
    return (cosine) => {
        const nearness = 1 / (1 + Math.exp((NEAR - 1 + (1 - cosine) * stretch) / BLUR));
        return nearness < LEAST ? 0 : nearness;
    };
}
export function neighborsOf(note, notes, nearness) {
    const { vector } = note;
    if (!vector)
        return [];
    return notes.flatMap((other, at) => {
        if (other.id === note.id || other.vector?.length !== vector.length)
            return [];
        const weight = nearness(dot(vector, other.vector));
        return weight > 0 ? [{ at, weight }] : [];
    });
}
//# sourceMappingURL=neighbors.js.map