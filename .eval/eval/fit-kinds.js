// Multinomial logistic regression for kinds (Adam in small batches, weights decayed), on the benchmark's notes.
import { ISSUE_KINDS } from '../src/contract/labels.js';
import { dot } from '../src/digest/group/vector.js';
import { vectorInputs, wordInputs } from '../src/digest/kinds/kind.js';
import { seededRandom } from '../src/sample/seeded-random.js';
import { createAdam } from './adam.js';
import { shuffle } from './chance.js';
const EPOCHS = 10;
const BATCH = 64;
const RATE = 0.01;
const DECAY = 3e-4;
export function fitKinds(products) {
    const rows = (inputsOf) => products.flatMap((product) => product.notes.map((note, at) => ({
        inputs: inputsOf(product, at),
        kind: ISSUE_KINDS.indexOf(note.kind),
    })));
    return {
        withVector: fitWeights(rows(({ notes, vectors }, at) => vectorInputs(notes[at], vectors[at]))),
        wordsAlone: fitWeights(rows(({ notes }, at) => wordInputs(notes[at]))),
    };
}
function fitWeights(rows) {
    const width = rows[0]?.inputs.length ?? 0;
    const weights = ISSUE_KINDS.map(() => new Float32Array(width));
    const steps = weights.map((row) => createAdam(row));
    const chance = seededRandom(7);
    for (let epoch = 0; epoch < EPOCHS; epoch++) {
        const order = shuffle(rows, chance);
        const rate = RATE * (1 - epoch / EPOCHS);
        for (let from = 0; from < order.length; from += BATCH)
            stepOn(order.slice(from, from + BATCH), weights, steps, rate);
    }
    return weights;
}
function stepOn(batch, weights, steps, rate) {
    const slopes = weights.map((row) => row.map((weight) => DECAY * weight));
    for (const { inputs, kind } of batch) {
        for (const [k, share] of sharesOf(inputs, weights).entries()) {
            const error = (share - Number(k === kind)) / batch.length;
            const slope = slopes[k];
            for (let at = 0; at < inputs.length; at++)
                slope[at] = slope[at] + error * inputs[at];
        }
    }
    for (const [k, step] of steps.entries())
        step(slopes[k], rate);
}
function sharesOf(inputs, weights) {
    const logits = weights.map((row) => dot(row, inputs));
    const most = Math.max(...logits);
    const raised = logits.map((logit) => Math.exp(logit - most));
    const sum = raised.reduce((total, value) => total + value, 0);
    return raised.map((value) => value / sum);
}
//# sourceMappingURL=fit-kinds.js.map