// Matrix products in WebAssembly SIMD: of 32-bit floats, and of bytes where relaxed SIMD can multiply those.
// Both take 4 rows by 8 columns at a time, which keeps within the 16 vector registers of x64.
import { advance, countdown, defineFunction, f32x4, get, i16x8, i32, i32x4, set, v128, } from './wasm-code.js';
/** Rows of the left matrix that one step takes; callers pad to it. */
export const ROW_BLOCK = 4;
/** Columns of the right matrix that are packed side by side. */
export const PANEL = 8;
/** Numbers of the inner dimension that one step takes. */
const FLOAT_STEP = 4;
const BYTE_STEP = 16;
const VECTORS = PANEL / 4;
const PANEL_BYTES = PANEL * 4;
const rows = Array.from({ length: ROW_BLOCK }, (_, row) => row);
const columns = Array.from({ length: VECTORS }, (_, column) => column);
export const fusedMultiplyAdd = f32x4.fusedMultiplyAdd;
export const plainMultiplyAdd = (a, b, sum) => f32x4.add(sum, f32x4.multiply(a, b));
export const dotInOneStep = i32x4.dotBytes;
/** For engines that get the other one wrong; no slower where the processor has no instruction for it. */
export const dotInTwoSteps = (a, b, sum) => i32x4.add(sum, i32x4.addPairs(i16x8.dotBytes(a, b)));
/** Names the locals of a product; `further` adds the parameters that only one of the products has. */
function tileOf(scope, further) {
    const [left, leftStride, right] = [scope.parameter(), scope.parameter(), scope.parameter()];
    const [out, outStride, panelStride] = [scope.parameter(), scope.parameter(), scope.parameter()];
    const [rowBlocks, inner, panels] = [scope.parameter(), scope.parameter(), scope.parameter()];
    const more = further();
    return {
        ...{ left, leftStride, right, out, outStride, panelStride, rowBlocks, inner, panels },
        ...more,
        leftBlock: scope.integer(),
        outRow: scope.integer(),
        rightAt: scope.integer(),
        rowsLeft: scope.integer(),
        innerLeft: scope.integer(),
        rowAt: rows.map(scope.integer),
        sums: rows.map(() => scope.vectors(VECTORS)),
        chunks: scope.vectors(ROW_BLOCK),
        rightVectors: scope.vectors(VECTORS),
        spread: scope.vector(),
    };
}
/** The loops that both products share: panels, blocks of rows, steps of the inner dimension. */
function loops(tile, steps) {
    const { rowAt, sums, chunks, rightVectors, spread } = tile;
    const quarter = (lane) => [
        ...columns.flatMap((column) => set(rightVectors[column], v128.load(tile.rightAt, lane * PANEL_BYTES + column * 16))),
        ...rows.flatMap((row) => [
            ...set(spread, v128.splatLane(chunks[row], lane)),
            ...columns.flatMap((column) => set(sums[row]?.[column], steps.addProducts(row, column))),
        ]),
    ];
    const innerLoop = countdown(tile.innerLeft, steps.step, [
        ...rows.flatMap((row) => set(chunks[row], v128.load(rowAt[row]))),
        ...[0, 1, 2, 3].flatMap(quarter),
        ...advance(tile.rightAt, i32.constant(4 * PANEL_BYTES)),
        ...rowAt.flatMap((row) => advance(row, i32.constant(16))),
    ]);
    const rowLoop = countdown(tile.rowsLeft, 1, [
        ...[...set(tile.rightAt, get(tile.right)), ...set(tile.innerLeft, get(tile.inner))],
        ...set(rowAt[0], get(tile.leftBlock)),
        ...rows
            .slice(1)
            .flatMap((row) => set(rowAt[row], i32.add(get(rowAt[row - 1]), get(tile.leftStride)))),
        ...steps.startRows,
        ...innerLoop,
        ...steps.storeRows,
        ...advance(tile.leftBlock, i32.multiply(get(tile.leftStride), i32.constant(ROW_BLOCK))),
    ]);
    return countdown(tile.panels, 1, [
        ...[...set(tile.leftBlock, get(tile.left)), ...set(tile.outRow, get(tile.out))],
        ...set(tile.rowsLeft, get(tile.rowBlocks)),
        ...steps.startPanel,
        ...rowLoop,
        ...advance(tile.right, i32.multiply(get(tile.inner), i32.constant(PANEL_BYTES / (steps.step / 4)))),
        ...advance(tile.out, get(tile.panelStride)),
        ...steps.endPanel,
    ]);
}
/** out = left × right + bias, the bias being one number a column. */
export const floatProduct = (multiplyAdd) => defineFunction('multiplyFloats', (scope) => {
    const tile = tileOf(scope, () => ({ bias: scope.parameter() }));
    const { sums, rightVectors, spread, bias } = tile;
    const sum = (row, column) => sums[row]?.[column];
    return loops(tile, {
        step: FLOAT_STEP,
        startPanel: [],
        startRows: rows.flatMap((row) => columns.flatMap((column) => set(sum(row, column), v128.load(bias, column * 16)))),
        addProducts: (row, column) => multiplyAdd(get(spread), get(rightVectors[column]), get(sum(row, column))),
        storeRows: rows.flatMap((row) => [
            ...columns.flatMap((column) => v128.store(tile.outRow, column * 16, get(sum(row, column)))),
            ...advance(tile.outRow, get(tile.outStride)),
        ]),
        endPanel: advance(bias, i32.constant(PANEL_BYTES)),
    });
});
/** Bytes of what is known of each row of bytes: its scale and its offset. */
export const ROW_FACT_BYTES = 8;
/** Bytes of what is known of each panel of columns: scales, biases and sums of weights. */
export const PANEL_FACT_BYTES = 3 * PANEL_BYTES;
/**
 * out = ((left − offset) × right) · row scale · column scale + bias, where left holds bytes from 0 to 127.
 * The sum of (left − offset)·right is that of left·right less offset · (sum of the column's weights).
 */
export const byteProduct = (dotBytes) => defineFunction('multiplyBytes', (scope) => {
    const tile = tileOf(scope, () => ({ rowFacts: scope.parameter(), panelFacts: scope.parameter() }));
    const factsAt = scope.integer();
    const { sums, rightVectors, spread, rowFacts, panelFacts } = tile;
    const sum = (row, column) => sums[row]?.[column];
    const zero = v128.splatInteger(i32.constant(0));
    const fact = (which, column) => v128.load(panelFacts, which * PANEL_BYTES + column * 16);
    const result = (row, column) => {
        const scale = v128.loadSplat(factsAt, row * ROW_FACT_BYTES);
        const offset = v128.loadSplat(factsAt, row * ROW_FACT_BYTES + 4);
        const whole = i32x4.subtract(get(sum(row, column)), i32x4.multiply(offset, fact(2, column)));
        const scaled = f32x4.multiply(f32x4.multiply(f32x4.fromIntegers(whole), scale), fact(0, column));
        return f32x4.add(scaled, fact(1, column));
    };
    return loops(tile, {
        step: BYTE_STEP,
        startPanel: set(factsAt, get(rowFacts)),
        startRows: rows.flatMap((row) => columns.flatMap((column) => set(sum(row, column), zero))),
        addProducts: (row, column) => dotBytes(get(rightVectors[column]), get(spread), get(sum(row, column))),
        storeRows: [
            ...rows.flatMap((row) => [
                ...columns.flatMap((column) => v128.store(tile.outRow, column * 16, result(row, column))),
                ...advance(tile.outRow, get(tile.outStride)),
            ]),
            ...advance(factsAt, i32.constant(ROW_BLOCK * ROW_FACT_BYTES)),
        ],
        endPanel: advance(panelFacts, i32.constant(PANEL_FACT_BYTES)),
    });
});
//# sourceMappingURL=matmul-kernels.js.map