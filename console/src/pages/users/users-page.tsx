// All end users that agents have written about, with search.
import { Paper, Select } from '@mantine/core'
import { USER_SORTS, type UserSort } from '../../../../src/contract/labels.ts'
import { ListTotal } from '../../components/lists/list-total.tsx'
import { SearchField } from '../../components/lists/search-field.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters } from '../../filters.ts'
import { IconArrowsSort } from '../../icons/tabler.ts'
import { UserList } from './user-list.tsx'
import classes from './users.module.css'

const SORT_LABELS: Record<UserSort, string> = { last_seen: 'Last seen', observations: 'Observations' }
const SORTS = USER_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))
const [DEFAULT_SORT] = USER_SORTS

export function UsersPage() {
  const [filters, change] = useFilters()
  const sort = USER_SORTS.find((known) => known === filters.sort) ?? DEFAULT_SORT
  return (
    <Page title="Users" about="Everyone your agents have written about, by the user ID they send.">
      <div className={classes.filters}>
        <SearchField
          label="Search users"
          placeholder="Any part of a user ID"
          value={filters.q ?? ''}
          onChange={(q) => change({ q })}
        />
        <Select
          aria-label="Sort by"
          leftSection={<IconArrowsSort size={15} />}
          data={SORTS}
          value={sort}
          onChange={(sort) => change({ sort: sort === null || sort === DEFAULT_SORT ? undefined : sort })}
          allowDeselect={false}
          className={classes.sort}
        />
      </div>
      <ListTotal of="users" query={{ q: filters.q }} unit="user" />
      <Paper withBorder radius="lg" bg="var(--fn-panel)" style={{ overflow: 'clip' }}>
        <UserList q={filters.q} sort={sort} />
      </Paper>
    </Page>
  )
}
