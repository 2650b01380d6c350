// Compiles the kernels for one thread, and finds out which arithmetic this machine and this Node are good for.
import { setFlagsFromString } from 'node:v8';
import { byteProduct, dotInOneStep, dotInTwoSteps, floatProduct, fusedMultiplyAdd, PANEL, plainMultiplyAdd, ROW_BLOCK, } from './matmul-kernels.js';
import { gelu, layerNorm, quantize, softmax } from './row-kernels.js';
import { assemble } from './wasm-code.js';
import { Instance, Memory, Module, validate } from './webassembly.js';
const moduleBytes = (multiplyAdd, dotBytes) => assemble([
    floatProduct(multiplyAdd),
    ...(dotBytes ? [byteProduct(dotBytes)] : []),
    layerNorm(multiplyAdd),
    gelu(multiplyAdd),
    softmax(multiplyAdd),
    quantize(),
]);
/** Node 20 has relaxed SIMD behind a flag, which can be set at run time; later versions have it switched on. */
function isSupported(bytes) {
    if (validate(bytes))
        return true;
    setFlagsFromString('--experimental-wasm-relaxed-simd');
    return validate(bytes);
}
function instantiate(bytes, memory) {
    if (!isSupported(bytes))
        throw new Error('this Node cannot run the kernels of the encoder');
    return new Instance(new Module(bytes), { env: { memory } }).exports;
}
/** Multiplies the largest bytes there can be, by the kernel itself. */
function isRight(dotBytes) {
    const INNER = 16;
    const [left, right, out, rowFacts, panelFacts] = [0, 1024, 2048, 3072, 4096];
    const memory = new Memory({ initial: 1, maximum: 1, shared: true });
    new Uint8Array(memory.buffer, left, ROW_BLOCK * INNER).fill(127);
    new Int8Array(memory.buffer, right, PANEL * INNER).fill(-127);
    for (let row = 0; row < ROW_BLOCK; row++)
        new Float32Array(memory.buffer, rowFacts + row * 8, 1).fill(1);
    new Float32Array(memory.buffer, panelFacts, PANEL).fill(1);
    const { multiplyBytes } = instantiate(moduleBytes(fusedMultiplyAdd, dotBytes), memory);
    multiplyBytes(left, INNER, right, out, PANEL * 4, PANEL * 4, 1, INNER, 1, rowFacts, panelFacts);
    return new Float32Array(memory.buffer, out, ROW_BLOCK * PANEL).every((sum) => sum === INNER * 127 * -127);
}
let found;
/** The quickest way to multiply bytes that is right: Node 20 on x64 gets the instruction for it wrong. */
function rightDotBytes() {
    found ??= { dotBytes: [dotInOneStep, dotInTwoSteps].find(isRight) };
    return found.dotBytes;
}
export function bestArithmetic() {
    if (!isSupported(moduleBytes(fusedMultiplyAdd, dotInOneStep)))
        return 'plain';
    return rightDotBytes() ? 'int8' : 'fused';
}
export function compileKernel(memory, arithmetic) {
    const multiplyAdd = arithmetic === 'plain' ? plainMultiplyAdd : fusedMultiplyAdd;
    const dotBytes = arithmetic === 'int8' ? rightDotBytes() : undefined;
    if (arithmetic === 'int8' && !dotBytes)
        throw new Error('this machine cannot multiply bytes');
    return instantiate(moduleBytes(multiplyAdd, dotBytes), memory);
}
//# sourceMappingURL=kernel.js.map