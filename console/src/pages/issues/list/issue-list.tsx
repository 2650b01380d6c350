// The inbox's rows, or why there are none.
import { Button, Paper } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { ButtonLink } from '../../../components/links.tsx'
import type { useSelection } from '../../../components/lists/selection.ts'
import { VirtualList } from '../../../components/lists/virtual-list.tsx'
import { Empty, Failed, Rows } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { type useList, useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { defaultSort, NARROWING, sortOf } from '../issue-query.ts'
import { IssueListHead } from './issue-list-head.tsx'
import { IssueRow } from './issue-row.tsx'

type IssueListProps = {
  list: ReturnType<typeof useList<['issues']>>
  selection: ReturnType<typeof useSelection<Issue>>
  /** The row with the keyboard. */
  current: number
  /** Issues open in the pane next to the list instead of on their own page. */
  inPane: boolean
}

const ROW_HEIGHT = 60

export function IssueList({ list, selection, current, inPane }: IssueListProps) {
  const [filters, change] = useFilters()
  const mayEdit = useMay('editor')
  if (list.error && list.items.length === 0)
    return <Failed error={list.error} retry={() => void list.refetch()} />
  return (
    <Paper withBorder radius="lg" style={{ overflow: 'clip' }} bg="var(--fn-panel)">
      <IssueListHead
        count={list.items.length}
        selected={selection.selected.length}
        selectable={mayEdit}
        onSelectAll={selection.all}
        onClear={selection.clear}
        sort={sortOf(filters)}
        onSort={(sort) => change({ sort: sort === defaultSort(filters) ? undefined : sort })}
      />
      {list.isPending && <Rows count={8} height={ROW_HEIGHT - 18} />}
      {list.isSuccess && list.items.length === 0 && <NothingHere />}
      <VirtualList
        rows={list.items}
        rowHeight={ROW_HEIGHT}
        label="Issues"
        current={current}
        hasMore={list.hasNextPage}
        loadMore={() => !list.isFetchingNextPage && list.fetchNextPage()}
      >
        {(issue, index) => (
          <IssueRow
            issue={issue}
            current={index === current}
            selected={selection.has(issue.id)}
            selectable={mayEdit}
            inPane={inPane}
            onSelect={(range) => selection.toggle(issue.id, range)}
          />
        )}
      </VirtualList>
    </Paper>
  )
}

function NothingHere() {
  const [filters, change] = useFilters()
  const projectId = useProjectId()
  const narrowed = NARROWING.some((name) => filters[name] !== undefined)
  const any = useResource(['issues'], { limit: 1 }, { enabled: !narrowed })
  if (narrowed)
    return (
      <Empty
        title="No matching issues"
        action={
          <Button
            variant="default"
            onClick={() => change(Object.fromEntries(NARROWING.map((name) => [name, undefined])))}
          >
            Clear filters
          </Button>
        }
      >
        Remove a filter or try different search terms.
      </Empty>
    )
  if (any.isPending) return <Rows count={1} height={100} />
  if (any.data?.items.length === 0)
    return (
      <Empty
        title="No issues yet"
        action={
          <ButtonLink to="/p/$projectId/settings/connect" params={{ projectId }} variant="default">
            Connect an agent
          </ButtonLink>
        }
      >
        When agents send observations, Fieldnote groups those about the same thing into issues and lists them
        here.
      </Empty>
    )
  return (
    <Empty
      title={filters.status ? `No ${filters.status} issues` : 'All caught up'}
      action={
        <Button variant="default" onClick={() => change({ status: 'all' })}>
          Show all issues
        </Button>
      }
    >
      {filters.status
        ? 'Issues with this status will be listed here.'
        : 'Open, acknowledged, and planned issues are listed here. New ones appear as observations arrive.'}
    </Empty>
  )
}
