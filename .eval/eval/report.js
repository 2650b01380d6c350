// Tables in Markdown, as docs/quality.md shows them.
const cell = (value) => typeof value === 'number' ? value.toFixed(3).replace(/^0\./, '.') : value;
export const table = (head, rows) => [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
//# sourceMappingURL=report.js.map