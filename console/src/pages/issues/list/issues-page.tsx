// Issues: the team's inbox. Filters are in the address; everything can be done from the keyboard.
import { Button } from '@mantine/core'
import { IconCircleCheck, IconGitMerge, IconRotate } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import type { IssueStatus } from '../../../../../src/contract/labels.ts'
import { ExportMenu } from '../../../components/lists/export-menu.tsx'
import { useListKeys, usePageKeys } from '../../../components/lists/list-keys.ts'
import { useSelection } from '../../../components/lists/selection.ts'
import { SelectionBar } from '../../../components/lists/selection-bar.tsx'
import { type Shortcut, Shortcuts } from '../../../components/lists/shortcuts.tsx'
import { Page } from '../../../components/page.tsx'
import { SavedViews } from '../../../components/projects/saved-views.tsx'
import { useFilters } from '../../../filters.ts'
import { useList } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { useRememberedInbox } from '../inbox-view.ts'
import { issuesQuery } from '../issue-query.ts'
import { MergeDialog } from '../merges/merge-dialog.tsx'
import { AssignSelected } from '../ownership/assignee-menu.tsx'
import { StatusMenu } from '../status-menu.tsx'
import { useIssueActions } from '../use-issue-actions.ts'
import { IssueFilters } from './issue-filters.tsx'
import { IssueList } from './issue-list.tsx'

const SHORTCUTS: Shortcut[] = [
  ['j', 'Next issue'],
  ['k', 'Previous issue'],
  ['Enter', 'Open issue'],
  ['x', 'Select issue'],
  ['e', 'Resolve or reopen'],
  ['m', 'Merge into another issue'],
  ['Esc', 'Clear selection'],
]

const NOTE =
  'Hold Shift while selecting a checkbox to select a range. With several issues selected, e and m apply to all of them.'

export function IssuesPage() {
  const [filters] = useFilters()
  useRememberedInbox(filters)
  const query = issuesQuery(filters)
  const list = useList<Issue>(['issues'], query)
  const selection = useSelection(list.items)
  const [merging, setMerging] = useState<readonly Issue[]>([])
  const { current } = useInboxKeys(list.items, selection, setMerging)
  const finished = () => {
    setMerging([])
    selection.clear()
  }
  return (
    <Page
      title="Issues"
      actions={
        <>
          <Shortcuts keys={SHORTCUTS} note={NOTE} />
          <SavedViews page="issues" />
          <ExportMenu of="issues" query={query} />
        </>
      }
    >
      <IssueFilters />
      <IssueList list={list} selection={selection} current={current} />
      <BulkBar selection={selection} onMerge={() => setMerging(selection.selected)} />
      <MergeDialog issues={merging} onClose={() => setMerging([])} onMerged={finished} />
    </Page>
  )
}

type Selection = ReturnType<typeof useSelection<Issue>>

/** e on resolved issues takes the resolving back. */
function opposite(issues: readonly Issue[]) {
  return issues.every(({ status }) => status === 'resolved') ? 'open' : 'resolved'
}

function useInboxKeys(issues: Issue[], selection: Selection, merge: (issues: readonly Issue[]) => void) {
  const [filters] = useFilters()
  const navigate = useNavigate()
  const projectId = useProjectId()
  const mayEdit = useMay('editor')
  const { setStatus } = useIssueActions()
  const setStatusOf = (issues: readonly Issue[], status: IssueStatus) => {
    selection.clear()
    void setStatus(issues, status)
  }
  const open = (index: number) => {
    const issue = issues[index]
    if (!issue) return
    void navigate({ to: '/p/$projectId/issues/$issueId', params: { projectId, issueId: issue.id } })
  }
  const { current, setCurrent } = useListKeys(issues, open)
  const view = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is begun from its top
  useEffect(() => setCurrent(-1), [view])
  const meant = (): readonly Issue[] =>
    selection.selected.length > 0 ? selection.selected : issues.slice(current, current + 1)
  const onMeant = (action: (issues: readonly Issue[]) => void) => () => {
    if (mayEdit && (current >= 0 || selection.selected.length > 0)) action(meant())
  }
  usePageKeys([
    ['x', () => mayEdit && issues[current] && selection.toggle(issues[current].id)],
    ['e', onMeant((issues) => setStatusOf(issues, opposite(issues)))],
    ['m', onMeant(merge)],
    ['Escape', selection.clear],
  ])
  return { current }
}

function BulkBar({ selection, onMerge }: { selection: Selection; onMerge: () => void }) {
  const { setStatus } = useIssueActions()
  const { selected, clear } = selection
  const status = opposite(selected)
  const set = (status: IssueStatus, note?: string | null) => {
    clear()
    void setStatus(selected, status, note)
  }
  return (
    <SelectionBar count={selected.length} unit="issue" onClear={clear}>
      <Button
        size="xs"
        leftSection={status === 'open' ? <IconRotate size={15} /> : <IconCircleCheck size={15} />}
        onClick={() => set(status)}
      >
        {status === 'open' ? 'Reopen' : 'Resolve'}
      </Button>
      <AssignSelected issues={selected} onAssigned={clear} />
      <StatusMenu onChoose={set}>
        <Button size="xs" variant="default">
          Set status
        </Button>
      </StatusMenu>
      <Button size="xs" variant="default" leftSection={<IconGitMerge size={15} />} onClick={onMerge}>
        Merge
      </Button>
    </SelectionBar>
  )
}
