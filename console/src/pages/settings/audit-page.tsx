// Who changed what, newest first.
import { useState } from 'react'
import type { AuditEntry } from '../../../../src/contract/issues.ts'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useList } from '../../queries.ts'
import { AuditRow } from './audit-row.tsx'

export function AuditPage() {
  return (
    <Page title="Audit log" about="Every change to this project: who made it, and when.">
      <Panel flush>
        <AuditList />
      </Panel>
    </Page>
  )
}

function AuditList() {
  const entries = useList<AuditEntry>(['audit'])
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  if (entries.error && !entries.data)
    return <Failed error={entries.error} retry={() => void entries.refetch()} />
  if (!entries.data) return <Rows count={8} height={28} />
  if (entries.items.length === 0)
    return (
      <Empty title="Nothing was changed yet">
        What you and your team do from now on is written down here.
      </Empty>
    )
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
