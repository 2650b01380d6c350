// A row of a file, whatever its format.
export type FileRow = {
  /** Where it stands in the file, as a spreadsheet or an editor counts. */
  number: number
  /** Why it cannot be read at all. */
  fault: string | null
  /** Empty where the row has nothing in this column. */
  cell(column: string): string
  columns: string[]
}

export const unreadable = (number: number, fault: string): FileRow => ({
  number,
  fault,
  cell: () => '',
  columns: [],
})
