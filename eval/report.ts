// Tables in Markdown, as docs/internals/quality.md shows them.

const cell = (value: string | number): string =>
  typeof value === 'number' ? value.toFixed(3).replace(/^0\./, '.') : value

export const table = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

export const percent = (share: number): string => `${Math.round(100 * share)} %`
