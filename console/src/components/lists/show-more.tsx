// Loads more of a short list on request.
import { Button, Center } from '@mantine/core'

/** A list that is read page by page. */
export type PagedList = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }

/** `centered` is for rows that extend to the edges of their panel. */
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
