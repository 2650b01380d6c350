import { PANEL, PANEL_FACT_BYTES, ROW_FACT_BYTES } from './matmul-kernels.js';
import { MAX_TOKENS } from './wordpiece.js';
export const WIDTH = 384;
export const HIDDEN_WIDTH = 1536;
const LAYERS = 6;
export const HEADS = 12;
export const HEAD_WIDTH = WIDTH / HEADS;
const ALIGNMENT = 64;
export function planEncoder(arithmetic, threads) {
    let next = ALIGNMENT;
    const bytes = (count) => {
        const address = next;
        next = Math.ceil((address + count) / ALIGNMENT) * ALIGNMENT;
        return address;
    };
    const floats = (count) => bytes(count * 4);
    const norm = () => ({ scale: floats(WIDTH), bias: floats(WIDTH) });
    const linear = (inputs, outputs) => {
        const [size, factSize] = arithmetic === 'int8' ? [1, PANEL_FACT_BYTES / PANEL] : [4, 4];
        return { inputs, outputs, weights: bytes(inputs * outputs * size), facts: bytes(outputs * factSize) };
    };
    const layer = () => ({
        attentionFactors: floats(WIDTH),
        queryKey: linear(WIDTH, 2 * WIDTH),
        value: linear(WIDTH, WIDTH),
        attentionOut: linear(WIDTH, WIDTH),
        attentionNorm: norm(),
        hiddenFactors: floats(WIDTH),
        hidden: linear(WIDTH, HIDDEN_WIDTH),
        out: linear(HIDDEN_WIDTH, WIDTH),
        outNorm: norm(),
    });
    const workspace = () => ({
        stream: floats(MAX_TOKENS * WIDTH),
        queryKey: floats(MAX_TOKENS * 2 * WIDTH),
        keys: floats(MAX_TOKENS * WIDTH),
        values: floats(MAX_TOKENS * WIDTH),
        scores: floats(MAX_TOKENS * MAX_TOKENS),
        mask: floats(MAX_TOKENS),
        context: floats(MAX_TOKENS * WIDTH),
        hidden: floats(MAX_TOKENS * HIDDEN_WIDTH),
        branch: floats(MAX_TOKENS * WIDTH),
        bytes: bytes(MAX_TOKENS * HIDDEN_WIDTH),
        rowFacts: bytes(MAX_TOKENS * ROW_FACT_BYTES),
    });
    return {
        arithmetic,
        positions: floats(MAX_TOKENS * WIDTH),
        embeddingNorm: norm(),
        ones: floats(HIDDEN_WIDTH),
        zeros: floats(WIDTH),
        layers: Array.from({ length: LAYERS }, layer),
        workspaces: Array.from({ length: threads }, workspace),
        bytes: next,
    };
}
//# sourceMappingURL=encoder-layout.js.map