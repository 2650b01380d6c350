// Vectors of length 1 and what is done with them: products, means, and bytes for the database.
export function dot(a, b) {
    // Four sums that do not wait for each other: a third quicker than one.
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let at = 0;
    const end = Math.min(a.length, b.length);
    for (; at + 3 < end; at += 4) {
        s0 += a[at] * b[at];
        s1 += a[at + 1] * b[at + 1];
        s2 += a[at + 2] * b[at + 2];
        s3 += a[at + 3] * b[at + 3];
    }
    for (; at < end; at++)
        s0 += a[at] * b[at];
    return s0 + s1 + s2 + s3;
}
export function addScaled(into, vector, scale) {
    for (let at = 0; at < into.length; at++)
        into[at] = into[at] + scale * (vector[at] ?? 0);
}
/** To length 1, in place; a vector of zeros stays one. */
export function normalize(vector) {
    const length = Math.sqrt(dot(vector, vector));
    if (length > 0)
        for (let at = 0; at < vector.length; at++)
            vector[at] = vector[at] / length;
    return vector;
}
// Plain loops from here on: typed arrays' own `from` with a function takes five times as long.
export function pack(vector) {
    let largest = 1e-9;
    for (let at = 0; at < vector.length; at++)
        largest = Math.max(largest, Math.abs(vector[at]));
    const bytes = new Int8Array(vector.length);
    for (let at = 0; at < vector.length; at++)
        bytes[at] = Math.round((vector[at] / largest) * 127);
    return { bytes, scale: 1 / Math.max(1e-9, Math.sqrt(dot(bytes, bytes))) };
}
export function unpack({ bytes, scale }) {
    const vector = new Float32Array(bytes.length);
    for (let at = 0; at < bytes.length; at++)
        vector[at] = bytes[at] * scale;
    return vector;
}
const SCALE_BYTES = 4;
/** The scale, then a byte a number: 388 bytes an observation. */
export function encodeVector(vector) {
    const { bytes, scale } = pack(vector);
    const encoded = Buffer.alloc(SCALE_BYTES + bytes.length);
    encoded.writeFloatLE(scale, 0);
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).copy(encoded, SCALE_BYTES);
    return encoded;
}
/** A copy: the row that the bytes came in is not kept alive by it. */
export function decodePacked(encoded) {
    const bytes = new Int8Array(encoded.length - SCALE_BYTES);
    bytes.set(new Int8Array(encoded.buffer, encoded.byteOffset + SCALE_BYTES, bytes.length));
    return { bytes, scale: encoded.readFloatLE(0) };
}
export const decodeVector = (encoded) => unpack(decodePacked(encoded));
//# sourceMappingURL=vector.js.map