// The rest of a short list, on request.
import { Button } from '@mantine/core'

type List = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

export function ShowMore({ of: list }: { of: List }) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mt={6}
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
}
