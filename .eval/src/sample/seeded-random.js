// Random numbers that come out the same for the same seed, for sample data, tests and benchmarks.
/** Mulberry32: a few lines, and even enough for everything that is drawn with it here. */
export function seededRandom(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
}
//# sourceMappingURL=seeded-random.js.map