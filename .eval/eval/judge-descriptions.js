// Prints titles and summaries of labeled notes with the notes that they are made of, for people to judge by eye.
// Usage: node scripts/eval.mjs judge-descriptions <folder of NAME.jsonl> <folder of NAME.notes.f32> [count] [seed]
// A line is { title, description, label, language, user }; its vector is the line's row of 384 floats.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeIssue } from '../src/digest/describe/describe-issue.js';
import { seededRandom } from '../src/sample/seeded-random.js';
import { shuffle } from './chance.js';
const WIDTH = 384;
const FEWEST = 3; // members; of fewer there is little to choose from
const [notes = '', vectors = '', count = '60', seed = '1'] = process.argv.slice(2);
function issuesOf(product) {
    const lines = readFileSync(join(notes, `${product}.jsonl`), 'utf8')
        .trim()
        .split('\n');
    const bytes = readFileSync(join(vectors, `${product}.notes.f32`));
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const issues = new Map();
    for (const [i, line] of lines.entries()) {
        const { label, user, ...text } = JSON.parse(line);
        const vector = floats.slice(i * WIDTH, (i + 1) * WIDTH);
        issues.set(label, [...(issues.get(label) ?? []), { ...text, id: String(i), userId: user, vector }]);
    }
    return [...issues].map(([label, members]) => ({ name: `${product}/${label}`, members }));
}
const products = readdirSync(notes)
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => file.slice(0, -'.jsonl'.length));
const large = products.flatMap(issuesOf).filter(({ members }) => members.length >= FEWEST);
const chosen = shuffle(large, seededRandom(Number(seed))).slice(0, Number(count)); // the same, whatever the descriptions
for (const { name, members } of chosen) {
    const { title, summary } = describeIssue(members);
    process.stdout.write(`\n${name} (${members.length})\n  TITLE    ${title}\n  SUMMARY  ${summary}\n`);
    for (const member of members)
        process.stdout.write(`    [${member.language}] ${member.title} | ${member.description}\n`);
}
//# sourceMappingURL=judge-descriptions.js.map