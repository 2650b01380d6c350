// Prints the result of a one-off command: a table for people, JSON for scripts.

export type Output = { json: boolean }

export function print<T extends object>(value: T | T[], columns: Column<T>[], { json }: Output): void {
  const rows = Array.isArray(value) ? value : [value]
  process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : table(rows, columns))
}

type Column<T> = keyof T & string

function table<T extends object>(rows: T[], columns: Column<T>[]): string {
  const cells = [
    columns as string[],
    ...rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
  ]
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)))
  const lines = cells.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${lines.join('\n')}\n`
}
