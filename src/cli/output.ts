// Prints the result of a one-off command: a table for people, JSON for scripts.
import { type Column, table } from './table.ts'

export type Output = { json: boolean }

export function print<T extends object>(value: T | T[], columns: Column<T>[], { json }: Output): void {
  const rows = Array.isArray(value) ? value : [value]
  process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : table(rows, columns))
}
