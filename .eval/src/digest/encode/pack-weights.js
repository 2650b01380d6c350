import { PANEL, PANEL_FACT_BYTES } from './matmul-kernels.js';
const HIGHEST_BYTE = 127;
const SMALLEST = 1e-12;
/** Inputs whose products are added up by one instruction. */
const GROUP = 4;
/**
 * A few columns of the encoder's rows are ten times as wide as the others, and would leave those few of a byte's
 * steps. Each column is therefore divided by the root of its usual range before rounding, and its weights multiplied:
 * the difference to 32-bit floats falls by two thirds.
 */
export function steadyingFactors(ranges, parts, inputs) {
    if (!ranges)
        return new Float32Array(inputs).fill(1);
    const largest = new Float32Array(inputs).fill(SMALLEST);
    for (const { weights } of parts)
        for (let start = 0; start < weights.length; start += inputs)
            for (let i = 0; i < inputs; i++)
                largest[i] = Math.max(largest[i], Math.abs(weights[start + i]));
    return largest.map((weight, i) => Math.sqrt(weight / Math.max(ranges[i], SMALLEST)));
}
/** Panel after panel, input after input, 8 columns each; then the bias. */
export function packFloats(memory, place, { weights, bias }) {
    const { inputs, outputs } = place;
    const into = new Float32Array(memory.buffer, place.weights, inputs * outputs);
    let at = 0;
    for (let panel = 0; panel < outputs; panel += PANEL)
        for (let input = 0; input < inputs; input++)
            for (let output = panel; output < panel + PANEL; output++)
                into[at++] = weights[output * inputs + input];
    new Float32Array(memory.buffer, place.facts, outputs).set(bias);
}
/** The weights of one output, divided by the factors of their inputs. */
function steadied(row, factors) {
    if (!factors)
        return row;
    const values = new Float32Array(row.length);
    for (let i = 0; i < row.length; i++)
        values[i] = row[i] / factors[i];
    return values;
}
/** How much of a weight one step of a byte stands for. */
function stepOf(values) {
    let largest = SMALLEST;
    for (let i = 0; i < values.length; i++)
        largest = Math.max(largest, Math.abs(values[i]));
    return largest / HIGHEST_BYTE;
}
/** Panel after panel, four inputs at a time, 8 columns each; then step, bias and sum of weights of the columns. */
export function packBytes(memory, place, { weights, bias }, factors) {
    const { inputs, outputs } = place;
    const into = new Int8Array(memory.buffer, place.weights, inputs * outputs);
    const factCount = (outputs / PANEL) * (PANEL_FACT_BYTES / 4);
    const facts = new Float32Array(memory.buffer, place.facts, factCount);
    const sums = new Int32Array(memory.buffer, place.facts, factCount);
    for (let output = 0; output < outputs; output++) {
        const column = output % PANEL;
        const values = steadied(weights.subarray(output * inputs, (output + 1) * inputs), factors);
        const step = stepOf(values);
        let at = (output - column) * inputs + column * GROUP;
        let sum = 0;
        for (let group = 0; group < inputs; group += GROUP) {
            for (let i = 0; i < GROUP; i++) {
                const rounded = Math.floor(values[group + i] / step + 0.5);
                into[at + i] = rounded;
                sum += rounded;
            }
            at += PANEL * GROUP;
        }
        const panelFacts = ((output - column) / PANEL) * (PANEL_FACT_BYTES / 4) + column;
        facts[panelFacts] = step;
        facts[panelFacts + PANEL] = bias[output];
        sums[panelFacts + 2 * PANEL] = sum;
    }
}
//# sourceMappingURL=pack-weights.js.map