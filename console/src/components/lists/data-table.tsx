// A short table: columns on wide screens, labeled lines on a phone.
import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'
import { type PagedList, ShowMore } from './show-more.tsx'

export type Column<R> = {
  head: string
  cell: (row: R) => ReactNode
  /** Whether this column contains the row's actions: last, without a label. */
  actions?: boolean
}

type DataTableProps<R extends { id: string }> = {
  label: string
  columns: Column<R>[]
  rows: R[]
  /** Past rows, which are shown in a subtle color. */
  quiet?: (row: R) => boolean
  /** The paged list of the rows, if they are read page by page. */
  more?: PagedList
}

// Roles are explicit, because the phone's layout removes them from the elements.
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
