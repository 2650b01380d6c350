// Issues, the team's inbox. The address contains the filters; everything has a key.
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import type { IssueStatus } from '../../../../../src/contract/labels.ts'
import { ExportMenu } from '../../../components/lists/export-menu.tsx'
import { useListKeys, usePageKeys } from '../../../components/lists/list-keys.ts'
import { useSelection, useSelectRest } from '../../../components/lists/selection.ts'
import { SelectionBar } from '../../../components/lists/selection-bar.tsx'
import { type Shortcut, Shortcuts } from '../../../components/lists/shortcuts.tsx'
import { Page } from '../../../components/page.tsx'
import { SavedViews } from '../../../components/projects/saved-views.tsx'
import { Rows } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { IconCircleCheck, IconGitMerge, IconRotate } from '../../../icons/tabler.ts'
import { useList } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { issuesQuery, useRememberedInbox } from '../issue-query.ts'
import { sayViewersMayNot } from '../may-not.ts'
import { MergeDialog } from '../merges/merge-dialog.tsx'
import { AssignSelected } from '../ownership/assignee-menu.tsx'
import { StatusMenu } from '../status-menu.tsx'
import { useIssueActions } from '../use-issue-actions.ts'
import { useIssueCommands } from '../use-issue-commands.ts'
import { useIssueTotal } from '../use-issue-counts.ts'
import { IssueFilters } from './issue-filters.tsx'
import { IssueList } from './issue-list.tsx'
import classes from './issues-page.module.css'

const SHORTCUTS: Shortcut[] = [
  ['j', 'Next issue'],
  ['k', 'Previous issue'],
  ['Enter', 'Open issue'],
  ['x', 'Select issue'],
  ['e', 'Resolve or reopen'],
  ['m', 'Merge with another issue'],
  ['Esc', 'Clear selection'],
]

const NOTE =
  'Hold Shift while selecting a checkbox to select a range. With several issues selected, e and m apply to all of them.'

/** Wide enough for the list and an issue next to it. */
const WIDE = '(min-width: 100em)'
const IssuePane = lazy(() => import('./issue-pane.tsx').then(({ IssuePane }) => ({ default: IssuePane })))

export function IssuesPage() {
  const [filters] = useFilters()
  useRememberedInbox(filters)
  const query = issuesQuery(filters)
  const list = useList(['issues'], query)
  const selection = useSelection(list.items)
  const [merging, setMerging] = useState<readonly Issue[]>([])
  const inPane = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false
  const opened = inPane ? filters.open : undefined
  const { current } = useInboxKeys(list, selection, setMerging, inPane)
  const finished = () => {
    setMerging([])
    selection.clear()
  }
  return (
    <Page
      title="Issues"
      width={opened ? 'full' : 'wide'}
      actions={
        <>
          <Shortcuts keys={SHORTCUTS} note={NOTE} />
          <SavedViews page="issues" ignore={['open']} />
          <ExportMenu of="issues" query={query} />
        </>
      }
    >
      <IssueFilters />
      <div className={classes.split} data-open={opened !== undefined || undefined}>
        <IssueList list={list} selection={selection} current={current} inPane={inPane} />
        {opened && (
          <Suspense fallback={<Rows count={6} height={40} />}>
            <IssuePane issueId={opened} />
          </Suspense>
        )}
      </div>
      <BulkBar list={list} selection={selection} onMerge={() => setMerging(selection.selected)} />
      <MergeDialog issues={merging} onClose={() => setMerging([])} onMerged={finished} />
    </Page>
  )
}

type Selection = ReturnType<typeof useSelection<Issue>>
type IssuesRead = ReturnType<typeof useList<['issues']>>

/** The key e on resolved issues reopens them. */
function opposite(issues: readonly Issue[]) {
  return issues.every(({ status }) => status === 'resolved') ? 'open' : 'resolved'
}

function useInboxKeys(
  list: IssuesRead,
  selection: Selection,
  merge: (issues: readonly Issue[]) => void,
  inPane: boolean,
) {
  // While another view loads, the cache still returns the previous rows.
  const issues = list.isPlaceholderData ? [] : list.items
  const [{ open: address, ...filters }, change] = useFilters()
  const opened = inPane ? address : undefined
  const navigate = useNavigate()
  const projectId = useProjectId()
  const mayEdit = useMay('editor')
  const { setStatus, assign } = useIssueActions()
  const setStatusOf = (issues: readonly Issue[], status: IssueStatus) => {
    selection.clear()
    void setStatus(issues, status)
  }
  const open = (index: number) => {
    const issue = issues[index]
    if (!issue) return
    if (inPane) return change({ open: issue.id })
    void navigate({ to: '/p/$projectId/issues/$issueId', params: { projectId, issueId: issue.id } })
  }
  const { current, goTo } = useListKeys(issues, open)
  const view = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is begun from what is open, or from its top
  useEffect(() => goTo(opened), [view])
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is open; closing it leaves the keyboard there
  useEffect(() => {
    if (opened) goTo(opened)
  }, [opened])
  const meant = (): readonly Issue[] =>
    selection.selected.length > 0 ? selection.selected : issues.filter((_, index) => index === current)
  const onMeant = (action: (issues: readonly Issue[]) => void) => () => {
    if (!mayEdit) sayViewersMayNot()
    else if (current >= 0 || selection.selected.length > 0) action(meant())
  }
  usePageKeys([
    ['x', onMeant(() => issues[current] && selection.toggle(issues[current].id))],
    ['e', onMeant((issues) => setStatusOf(issues, opposite(issues)))],
    ['m', onMeant(merge)],
    ['Escape', selection.clear],
  ])
  useIssueCommands({
    issues: mayEdit ? meant() : [],
    setStatus: (status) => setStatusOf(meant(), status),
    assign: (person) => {
      selection.clear()
      void assign(meant(), person)
    },
    merge: () => merge(meant()),
  })
  return { current }
}

type BulkBarProps = { list: IssuesRead; selection: Selection; onMerge: () => void }

function BulkBar({ list, selection, onMerge }: BulkBarProps) {
  const rest = useSelectRest(list, selection, useIssueTotal())
  const { setStatus } = useIssueActions()
  const { selected, clear } = selection
  const isAllInView = selected.length === list.items.length && list.hasNextPage
  const status = opposite(selected)
  const set = (status: IssueStatus, note?: string | null) => {
    clear()
    void setStatus(selected, status, note)
  }
  return (
    <SelectionBar count={selected.length} unit="issue" onClear={clear} rest={isAllInView ? rest : undefined}>
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
