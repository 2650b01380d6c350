// Plain aligned columns for a terminal.

export type Column<T> = keyof T & string

export function table<T extends object>(rows: T[], columns: Column<T>[]): string {
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
