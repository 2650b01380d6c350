export { seededRandom as createChance } from '../src/sample/seeded-random.js';
export function shuffle(items, chance) {
    const shuffled = [...items];
    for (let i = shuffled.length - 1; i > 0; i--) {
        const j = Math.floor(chance() * (i + 1));
        const held = shuffled[i];
        shuffled[i] = shuffled[j];
        shuffled[j] = held;
    }
    return shuffled;
}
//# sourceMappingURL=chance.js.map