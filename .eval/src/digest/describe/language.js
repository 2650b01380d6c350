/** How far from the nearest member an English one may be and still speak for the issue. */
const NEAR = 0.12;
export function inOneLanguage(members) {
    const language = languageFor(members);
    return members.filter(({ note }) => note.language === language);
}
function languageFor(members) {
    const nearest = Math.max(...members.map(({ closeness }) => closeness));
    const isNear = ({ closeness }) => closeness >= nearest - NEAR;
    if (members.some((member) => member.note.language === 'en' && isNear(member)))
        return 'en';
    const counts = new Map();
    for (const { note } of members)
        counts.set(note.language, (counts.get(note.language) ?? 0) + 1);
    const [first] = [...counts].sort(([, a], [, b]) => b - a);
    return first?.[0] ?? 'en';
}
//# sourceMappingURL=language.js.map