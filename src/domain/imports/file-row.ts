// A row of a file in any format.
export type FileRow = {
  /** Its line or row number, as a spreadsheet or an editor counts. */
  number: number
  /** Why it cannot be read. */
  fault: string | null
  /** Empty if the row has no value in this column. */
  cell(column: string): string
  columns: string[]
}

export const unreadable = (number: number, fault: string): FileRow => ({
  number,
  fault,
  cell: () => '',
  columns: [],
})
