// The list of users, or why it is empty.
import { Box } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ButtonLink } from '../../components/links.tsx'
import { useListKeys } from '../../components/lists/list-keys.ts'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { useList } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'
import { UserRow, UserRowHead } from './user-row.tsx'

const ROW_HEIGHT = 45

export function UserList({ q, sort }: { q: string | undefined; sort: string }) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const list = useList(['users'], { q, sort })
  const rows = list.items.map((user) => ({ ...user, id: user.user_id }))
  const open = (index: number) => {
    const userId = rows[index]?.user_id
    if (userId) void navigate({ to: '/p/$projectId/users/$userId', params: { projectId, userId } })
  }
  const { current } = useListKeys(rows, open)
  return (
    <>
      <UserRowHead />
      {list.isPending && !list.error && <Rows count={10} height={ROW_HEIGHT - 12} />}
      {list.isSuccess && rows.length === 0 && <NobodyHere q={q} />}
      <Box opacity={list.isPlaceholderData ? 0.5 : 1} aria-busy={list.isFetching}>
        <VirtualList
          rows={rows}
          rowHeight={ROW_HEIGHT}
          label="Users"
          current={current}
          hasMore={list.hasNextPage && !list.error}
          loadMore={list.fetchNextPage}
        >
          {(user, index) => <UserRow user={user} current={index === current} />}
        </VirtualList>
      </Box>
      {list.error && (
        <Box p="md">
          <Failed
            error={list.error}
            retry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          />
        </Box>
      )}
    </>
  )
}

function NobodyHere({ q }: { q: string | undefined }) {
  const projectId = useProjectId()
  if (q)
    return (
      <Empty title="No matching user IDs">
        Search matches any part of a user ID. Users who have only answered studies are found by their full ID.
      </Empty>
    )
  return (
    <Empty
      title="No users yet"
      action={
        <ButtonLink to="/p/$projectId/settings/connect" params={{ projectId }} variant="default">
          Connect an agent
        </ButtonLink>
      }
    >
      Users appear here with the first observation about them.
    </Empty>
  )
}
