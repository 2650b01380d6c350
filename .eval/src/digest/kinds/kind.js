// What kind of thing an observation, or an issue, is: problem, request, question or praise. Told from its vector, the
// user's sentiment and turns of phrase; without the vector where that is another model's.
import { ISSUE_KINDS, SENTIMENTS } from '../../contract/labels.js';
import { foldText } from '../features/text/words.js';
import { dot } from '../group/vector.js';
import { countCues } from './kind-cues.js';
import { loadKindWeights, VECTOR_WIDTH } from './kind-weights.js';
let shipped;
export function kindScores(input, weights) {
    shipped ??= weights ? undefined : loadKindWeights();
    const { withVector, wordsAlone } = weights ?? shipped;
    const readable = input.vector?.length === VECTOR_WIDTH;
    const inputs = readable ? vectorInputs(input, input.vector) : wordInputs(input);
    const rows = readable ? withVector : wordsAlone;
    return logShares(rows.map((row) => dot(row, inputs)));
}
export function kindOf(scores) {
    return ISSUE_KINDS.reduce((best, kind) => (scores[kind] > scores[best] ? kind : best));
}
/** An issue is what most of its observations are. */
export function kindOfIssue(kinds) {
    const counts = { problem: 0, request: 0, question: 0, praise: 0 };
    for (const kind of kinds)
        counts[kind]++;
    return kindOf(counts);
}
function logShares(logits) {
    const most = Math.max(...logits);
    const rest = most + Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0));
    const [problem = 0, request = 0, question = 0, praise = 0] = logits.map((logit) => logit - rest);
    return { problem, request, question, praise };
}
/** So that the vector's many small numbers and the few large ones beside it are decayed alike in training. */
const VECTOR_SCALE = 5;
const MOST_CUES = 3;
const QUESTION_MARK = /[?？]/;
export function wordInputs({ title, description, sentiment }) {
    const cues = [countCues(foldText(`${title}\n${description}`)), countCues(foldText(title))];
    return Float32Array.from([
        ...SENTIMENTS.map((label) => Number(label === sentiment)),
        ...cues.flatMap((counts) => ISSUE_KINDS.map((kind) => Math.min(MOST_CUES, counts[kind]))),
        Number(QUESTION_MARK.test(title)),
        Number(QUESTION_MARK.test(description)),
        1,
    ]);
}
export function vectorInputs(input, vector) {
    const words = wordInputs(input);
    const inputs = new Float32Array(words.length + vector.length);
    inputs.set(words);
    for (const [at, value] of vector.entries())
        inputs[words.length + at] = VECTOR_SCALE * value;
    return inputs;
}
//# sourceMappingURL=kind.js.map