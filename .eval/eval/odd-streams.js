// Streams that once broke grouping: none may collapse into one issue or fall into single notes.
import { normalize } from '../src/digest/group/vector.js';
import { createChance } from './chance.js';
import { groupStream } from './group-stream.js';
import { scoreGrouping } from './metrics.js';
import { notesOf } from './score-groups.js';
export function oddStreams(products) {
    const [one, other] = products;
    const chance = createChance(7);
    return [
        few(one, 20),
        alike('one text, 1,000 times', one, 1_000),
        boilerplate(one),
        oneTopic(products),
        together('five products in one project', products.slice(0, 5), chance),
        together('thirty products in one project', products.slice(0, 30), chance),
        mostlyOne(other),
    ];
}
function scored(name, notes, labels) {
    const { issues } = groupStream(notes);
    const { found, truth, f1 } = scoreGrouping(issues, labels);
    return { name, notes: notes.length, truth, found, f1: truth > 1 ? f1 : null };
}
const labelsOf = ({ notes }) => notes.map(({ label }) => label);
const few = (product, count) => scored(`${count} notes`, notesOf(product).slice(0, count), labelsOf(product).slice(0, count));
function alike(name, product, count) {
    const [note] = notesOf(product);
    const notes = Array.from({ length: count }, () => note);
    return scored(name, notes, notes.map(() => 'the same'));
}
/** An agent that begins and ends every note the same way: all vectors lean towards one. */
function boilerplate(product) {
    const notes = notesOf(product);
    const common = normalize(notes[0].vector.map((_, d) => notes.reduce((sum, { vector }) => sum + vector[d], 0)));
    const leaning = notes.map((note) => ({
        ...note,
        vector: normalize(note.vector.map((value, d) => value + 0.6 * common[d])),
    }));
    return scored('one agent that always writes alike', leaning, labelsOf(product));
}
/** The notes of one tag only, of several products: near misses all around. */
function oneTopic(products) {
    const [product] = products;
    const tag = product.tags[0]?.label ?? '';
    const keep = (at) => product.notes[at]?.tags.includes(tag) ?? false;
    return scored('one topic', notesOf(product, keep), product.notes.filter((note) => note.tags.includes(tag)).map(({ label }) => label));
}
function together(name, products, chance) {
    const all = products.flatMap((product) => {
        const labels = labelsOf(product);
        return notesOf(product).map((note, at) => ({ note, label: `${product.name} ${labels[at]}` }));
    });
    for (let at = all.length - 1; at > 0; at--) {
        const other = Math.floor(chance() * (at + 1));
        [all[at], all[other]] = [all[other], all[at]];
    }
    return scored(name, all.map(({ note }) => note), all.map(({ label }) => label));
}
/** Half of everything is one and the same text. */
function mostlyOne(product) {
    const notes = notesOf(product);
    const labels = labelsOf(product);
    const mixed = notes.flatMap((note) => [note, notes[0]]);
    return scored('every second note the same text', mixed, labels.flatMap((label) => [label, labels[0]]));
}
//# sourceMappingURL=odd-streams.js.map