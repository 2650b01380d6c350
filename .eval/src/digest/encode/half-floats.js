// 16-bit floats, as the weights are stored: Node 20 has no typed array for them.
const VALUES = 65_536;
let values;
function decode(half) {
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 0x1f;
    const fraction = half & 0x3ff;
    if (exponent === 0)
        return sign * fraction * 2 ** -24;
    if (exponent === 31)
        return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
/** The float of each of the 65,536 halves: looking one up is quicker than decoding it. */
export function halfValues() {
    values ??= Float32Array.from({ length: VALUES }, (_, half) => decode(half));
    return values;
}
export function decodeHalf(halves) {
    const table = halfValues();
    const floats = new Float32Array(halves.length);
    for (let i = 0; i < halves.length; i++)
        floats[i] = table[halves[i]];
    return floats;
}
const asFloat = new Float32Array(1);
const asBits = new Uint32Array(asFloat.buffer);
/** The nearest half; numbers too small for one become zero, as the weights have none too large. */
export function encodeHalf(value) {
    asFloat[0] = value;
    const bits = asBits[0];
    const sign = (bits >>> 16) & 0x8000;
    const exponent = ((bits >>> 23) & 0xff) - 112;
    if (exponent <= 0)
        return sign | Math.round(Math.abs(value) * 2 ** 24);
    return sign | ((exponent << 10) + (((bits & 0x7fffff) + 0x1000) >>> 13));
}
//# sourceMappingURL=half-floats.js.map