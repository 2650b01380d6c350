// A short table: columns where there is room for them, labeled lines on a phone.
import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { type PagedList, ShowMore } from './show-more.tsx'

export type Column<R> = {
  head: string
  cell: (row: R) => ReactNode
  /** What is done with a row: at its end, without a label. */
  actions?: boolean
}

type DataTableProps<R extends { id: string }> = {
  label: string
  columns: Column<R>[]
  rows: R[]
  /** Rows that are history: shown quietly. */
  quiet?: (row: R) => boolean
  /** The list that the rows are of, where it is read a page at a time. */
  more?: PagedList
}

// The roles are said again because the phone's layout takes them away from the elements.
export function DataTable<R extends { id: string }>(props: DataTableProps<R>) {
  const { label, columns, rows, quiet = () => false, more } = props
  return (
    <>
      <table className={classes.table} role="table" aria-label={label}>
        <thead className={classes.head} role="rowgroup">
          <tr role="row">
            {columns.map(({ head, actions }) => (
              <th key={head} role="columnheader" scope="col">
                {actions ? <span className={classes.unseen}>{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={row.id} role="row" className={classes.row} data-quiet={quiet(row) || undefined}>
              {columns.map(({ head, cell, actions }) => (
                <td
                  key={head}
                  role="cell"
                  className={classes.cell}
                  data-label={head}
                  data-actions={actions || undefined}
                >
                  <Box className={classes.content}>{cell(row)}</Box>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more && <ShowMore of={more} centered />}
    </>
  )
}
