// Users: everyone whom agents have written about, to look somebody up.
import { Paper, Select } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { SearchField } from '../../components/lists/search-field.tsx'
import { Page } from '../../components/page.tsx'
import { useFilters } from '../../filters.ts'
import { UserList } from './user-list.tsx'
import classes from './users.module.css'

const SORTS = [
  { value: 'last_seen', label: 'Last seen' },
  { value: 'observations', label: 'Observations' },
]

export function UsersPage() {
  const [filters, change] = useFilters()
  const sort = filters.sort === 'observations' ? filters.sort : 'last_seen'
  return (
    <Page title="Users" about="Everyone whom agents have written about, under the ids that they send.">
      <div className={classes.filters}>
        <SearchField
          label="Search users"
          placeholder="The beginning of a user id"
          value={filters.q ?? ''}
          onChange={(q) => change({ q })}
        />
        <Select
          aria-label="Sort by"
          leftSection={<IconArrowsSort size={15} />}
          data={SORTS}
          value={sort}
          onChange={(sort) => change({ sort: sort === 'observations' ? sort : undefined })}
          allowDeselect={false}
          className={classes.sort}
        />
      </div>
      <Paper withBorder radius="lg" bg="var(--fn-panel)" style={{ overflow: 'clip' }}>
        <UserList q={filters.q} sort={sort} />
      </Paper>
    </Page>
  )
}
