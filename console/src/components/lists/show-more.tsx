// The rest of a short list, on request.
import { Button, Center } from '@mantine/core'

/** What is read a page at a time. */
export type PagedList = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** `centered` below rows that go to the edges of their panel. */
export function ShowMore({ of: list, centered = false }: { of: PagedList; centered?: boolean }) {
  if (!list.hasNextPage) return null
  const button = (
    <Button
      variant="subtle"
      size="compact-sm"
      mt={centered ? 0 : 6}
      loading={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
  return centered ? <Center p="sm">{button}</Center> : button
}
