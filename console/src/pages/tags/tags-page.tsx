// Tags, which the digest adds to observations by itself.
import { Button } from '@mantine/core'
import { useListKeys } from '../../components/lists/list-keys.ts'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { useFilters } from '../../filters.ts'
import { IconPlus } from '../../icons/tabler.ts'
import { useList } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { RematchNotice, useRematches } from './rematch-notice.tsx'
import { TagDrawer } from './tag-drawer.tsx'
import { ConfirmTagRemoval, useTagRemoval } from './tag-removal.tsx'
import { TagRow } from './tag-row.tsx'

const NEW = 'new'

export function TagsPage() {
  const [{ edit }, change] = useFilters()
  const mayEdit = useMay('editor')
  const list = useList(['tags'])
  const rematches = useRematches()
  const removal = useTagRemoval()
  const open = (id: string | undefined) => change({ edit: id }, { replace: false })
  const { current } = useListKeys(list.items, (index) => open(list.items[index]?.id))
  const edited = list.items.find(({ id }) => id === edit) ?? null
  return (
    <Page
      title="Tags"
      about="Labels added automatically to every observation that matches."
      actions={mayEdit && <NewTagButton onClick={() => open(NEW)} />}
    >
      <RematchNotice tags={list.items} rematches={rematches} />
      <Panel flush>
        {list.isPending && <Rows count={5} height={44} />}
        {list.error && list.items.length === 0 && (
          <Failed error={list.error} retry={() => void list.refetch()} />
        )}
        {list.data && list.items.length === 0 && (
          <NoTags
            action={mayEdit && <NewTagButton onClick={() => open(NEW)}>Create your first tag</NewTagButton>}
          />
        )}
        {list.items.length > 0 && (
          <VirtualList
            rows={list.items}
            rowHeight={64}
            label="Tags"
            current={current}
            hasMore={list.hasNextPage}
            loadMore={() => !list.isFetchingNextPage && list.fetchNextPage()}
          >
            {(tag, index) => (
              <TagRow
                tag={tag}
                current={index === current}
                onOpen={() => open(tag.id)}
                onRematch={() => rematches.start(tag)}
                onDelete={() => removal.remove(tag)}
              />
            )}
          </VirtualList>
        )}
      </Panel>
      <TagDrawer
        opened={(edit === NEW && mayEdit) || edited !== null}
        tag={edited}
        onClose={() => open(undefined)}
        onSaved={(tag, rematch) => {
          change({ edit: undefined }, { ignoreBlocker: true })
          if (rematch) rematches.start(tag)
        }}
      />
      <ConfirmTagRemoval removal={removal} />
    </Page>
  )
}

function NewTagButton({ onClick, children = 'Create tag' }: { onClick: () => void; children?: string }) {
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={onClick}>
      {children}
    </Button>
  )
}

function NoTags({ action }: { action: React.ReactNode }) {
  return (
    <Empty title="No tags yet" action={action}>
      A tag such as “export” is added to observations that use one of its keywords or say the same thing in
      other words. Use tags to filter, count, and follow a topic over time.
    </Empty>
  )
}
