const spacedLabel = (label) => label
    .replace(/[_\-./]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim();
/** To be embedded: label and description, the label alone, then the examples. */
export function tagTexts({ label, config }) {
    const own = spacedLabel(label);
    const described = [own, config.description?.trim()].filter(Boolean).join('. ');
    return [described, own, ...(config.examples ?? [])];
}
//# sourceMappingURL=tag.js.map