// A stream as projects see it: few large issues, many small ones, in random order.
import { shuffle } from './chance.js';
/** Group sizes fall as 1/rank and add up to about `length`; which group is large is left to chance. */
export function zipfStream(texts, length, chance) {
    const groups = new Map();
    for (const text of texts) {
        if (text.group !== null)
            groups.set(text.group, [...(groups.get(text.group) ?? []), text]);
    }
    let harmonic = 0;
    for (let rank = 1; rank <= groups.size; rank++)
        harmonic += 1 / rank;
    const picked = shuffle([...groups.values()], chance).flatMap((members, i) => {
        const share = Math.max(1, Math.round(length / harmonic / (i + 1)));
        return shuffle(members, chance).slice(0, share);
    });
    return shuffle(picked, chance);
}
//# sourceMappingURL=zipf-stream.js.map