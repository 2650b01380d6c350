// The inbox's column headings, which sort it.
import { Checkbox, Text, UnstyledButton } from '@mantine/core'
import type { IssueSort } from '../../../../../src/contract/labels.ts'
import { plural } from '../../../format.ts'
import { IconArrowDown } from '../../../icons/tabler.ts'
import { SORT_LABELS } from '../issue-query.ts'
import { useIssueTotal } from '../use-issue-counts.ts'
import classes from './issue-list.module.css'

type IssueListHeadProps = {
  count: number
  selected: number
  selectable: boolean
  onSelectAll: () => void
  onClear: () => void
  sort: IssueSort
  onSort: (sort: IssueSort) => void
}

export function IssueListHead(props: IssueListHeadProps) {
  const total = useIssueTotal()
  const { count, selected, selectable, onSelectAll, onClear, sort, onSort } = props
  const column = (by: IssueSort) => (
    <UnstyledButton className={classes.sort} onClick={() => onSort(by)} aria-pressed={sort === by}>
      {sort === by && <IconArrowDown size={12} aria-hidden />}
      {SORT_LABELS[by]}
    </UnstyledButton>
  )
  return (
    <div className={classes.head}>
      {selectable && (
        <Checkbox
          size="xs"
          className={classes.check}
          checked={selected > 0 && selected === count}
          indeterminate={selected > 0 && selected < count}
          onChange={selected > 0 ? onClear : onSelectAll}
          aria-label="Select all loaded issues"
        />
      )}
      <Text size="xs" className={classes.headTitle}>
        {total === undefined ? 'Issues' : plural(total, 'issue')}
      </Text>
      <div className={classes.columns}>
        <span title="Each chart has its own scale.">Last 30 days</span>
        <span title="The last 7 days, compared with the 7 days before">vs. prior 7 days</span>
        {column('observations')}
        {column('users')}
        {column('last_seen')}
      </div>
    </div>
  )
}
