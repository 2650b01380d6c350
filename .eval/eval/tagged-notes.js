export const taggedNotes = ({ notes, vectors }) => notes.map(({ title, description }, at) => ({
    id: String(at),
    title,
    description,
    vector: vectors[at],
}));
/** With label, description and keywords, as the product's team set them up; nobody has judged anything yet. */
export const knownTags = ({ tags, tagVectors }) => tags.map(({ label, description, keywords }, t) => ({
    tag: { id: label, label, config: { description, keywords } },
    vectors: [tagVectors[t], tagVectors[tags.length + t]],
    verdicts: [],
}));
//# sourceMappingURL=tagged-notes.js.map