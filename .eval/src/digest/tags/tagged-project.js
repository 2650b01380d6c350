// What is known of a project when its observations are matched: its tags, and some of its notes with what speaks for each
// tag in them.
import { centered, centerOf, evidenceOf, rarityIn, readNote, signsOf, } from './evidence.js';
import { nearnessIn, neighborsOf } from './neighbors.js';
/** @param usual the mean vector of notes in general */
export function knowProject(tags, sample, usual) {
    const notes = sample.map(readNote);
    const center = centerOf(notes, usual);
    const rarity = rarityIn(notes);
    const nearness = nearnessIn(notes);
    const ready = tags.map((tag) => ({ ...tag, ...heard(tag), signs: signsOf(tag, center) }));
    const place = (note) => {
        const own = note.vector?.length === center.length ? centered(note.vector, center) : null;
        const evidence = ready.map(({ signs }) => evidenceOf(signs, note, own, rarity));
        return { note, evidence, neighbors: neighborsOf(note, notes, nearness) };
    };
    const placed = notes.map(place);
    const known = new Map(placed.map((reading) => [reading.note.id, reading]));
    return {
        tags: ready,
        sample: placed,
        read: (note) => known.get(note.id) ?? place(readNote(note)),
        nearness,
    };
}
function heard({ vectors, verdicts }) {
    const said = new Map(verdicts.map(({ observationId, holds }) => [observationId, holds]));
    // An example is a note that somebody confirmed beforehand.
    const examples = vectors.slice(2).map((vector) => ({ observationId: '', holds: true, vector }));
    return { said, voters: [...verdicts, ...examples] };
}
/** The same project after people have said this about its tags, in their order. */
export function teachProject(project, verdicts) {
    const tags = project.tags.map((tag, t) => {
        const taught = { ...tag, verdicts: verdicts[t] ?? [] };
        return { ...taught, ...heard(taught) };
    });
    return { ...project, tags };
}
/** For each tag what is to be weighed: the note's own closeness, then evidence as the mean of the note and its neighbors. */
export function inputsOf({ sample }, { evidence, neighbors }) {
    const total = neighbors.reduce((sum, { weight }) => sum + weight, 1);
    return evidence.map((own, t) => {
        const mean = own.map((piece, at) => {
            let sum = piece;
            for (const neighbor of neighbors)
                sum += neighbor.weight * (sample[neighbor.at]?.evidence[t]?.[at] ?? 0);
            return sum / total;
        });
        const [described = 0, , ...rest] = mean;
        return [own[0], own[1], described, ...rest];
    });
}
//# sourceMappingURL=tagged-project.js.map