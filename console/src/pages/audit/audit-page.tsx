// Who changed what, newest first.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import type { AuditMaker } from '../../../../src/contract/labels.ts'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { useFilters } from '../../filters.ts'
import { useList } from '../../queries.ts'
import { AuditRow } from './audit-row.tsx'

const ALL = 'all'

/** People's changes by default, because the digest merges hundreds of issues. */
export function AuditPage() {
  const [{ by }, change] = useFilters()
  const all = by === ALL
  return (
    <Page
      title="Audit log"
      about="Every change to this project, who made it, and when."
      actions={
        <Switch
          label="Include changes made by the digest"
          checked={all}
          onChange={({ currentTarget }) => change({ by: currentTarget.checked ? ALL : undefined })}
        />
      }
    >
      <Panel flush>
        <AuditList by={all ? undefined : 'people'} />
      </Panel>
    </Page>
  )
}

function AuditList({ by }: { by: AuditMaker | undefined }) {
  const entries = useList(['audit'], { by })
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  if (entries.error && !entries.data)
    return <Failed error={entries.error} retry={() => void entries.refetch()} />
  if (!entries.data) return <Rows count={8} height={28} />
  if (entries.items.length === 0)
    return <Empty title="No changes yet">Changes that you and your team make will be listed here.</Empty>
  return (
    <VirtualList
      rows={entries.items}
      rowHeight={43}
      label="Changes"
      hasMore={entries.hasNextPage}
      loadMore={() => !entries.isFetchingNextPage && entries.fetchNextPage()}
    >
      {(entry) => <AuditRow entry={entry} opened={opened.has(entry.id)} onToggle={() => toggle(entry.id)} />}
    </VirtualList>
  )
}
