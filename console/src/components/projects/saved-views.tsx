// The team's saved views of a list: filters with a name, stored on the server.
import { Button, Group, Popover, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { ViewPage } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { SavedView, SavedViewCreate } from '../../../../src/contract/projects/views.ts'
import { api, projectPath, withQuery } from '../../api.ts'
import { useFilters } from '../../filters.ts'
import {
  IconBookmark,
  IconCheck,
  IconChevronDown,
  IconPlus,
  IconRefresh,
  IconTrash,
} from '../../icons/tabler.ts'
import { isConflict, useChange, useList, useRefresh } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { IconButton } from '../icon-button.tsx'
import { sayFailed, sayUndoable } from '../notices.tsx'
import { SaveView } from './save-view.tsx'
import classes from './saved-views.module.css'

type SavedViewsProps = {
  page: ViewPage
  /** Search parameters that are not filters, such as the open row. */
  ignore?: string[]
}

/** The same filters in any order are the same view. */
function canonical(query: string): string {
  const entries = new URLSearchParams(query)
  entries.sort()
  return entries.toString()
}

export function SavedViews({ page, ignore = [] }: SavedViewsProps) {
  const [filters] = useFilters()
  const mayEdit = useMay('editor')
  const [opened, list] = useDisclosure(false)
  const [saving, save] = useDisclosure(false)
  const views = useList(['views'], { page, limit: LIMITS.pageSizeMax })
  const query = canonical(
    withQuery('', Object.fromEntries(Object.entries(filters).filter(([name]) => !ignore.includes(name)))),
  )
  const current = views.items.find((view) => canonical(view.query) === query)
  const startSaving = () => {
    list.close()
    save.open()
  }
  return (
    <>
      <Popover opened={opened} onChange={list.toggle} position="bottom-end" width={300} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} />}
            rightSection={<IconChevronDown size={14} />}
            onClick={list.toggle}
            maw={220}
          >
            <Text inherit truncate>
              {current?.name ?? 'Views'}
            </Text>
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={6} aria-label="Saved views">
          {views.error && <Text className={classes.none}>{views.error.message}</Text>}
          {views.isPending && <Text className={classes.none}>Loading…</Text>}
          {views.isSuccess && views.items.length === 0 && (
            <Text className={classes.none}>
              No saved views yet. Set some filters, then save them for your team.
            </Text>
          )}
          {views.items.map((view) => (
            <ViewItem
              key={view.id}
              view={view}
              query={query}
              current={view === current}
              mayEdit={mayEdit}
              onShown={list.close}
            />
          ))}
          {mayEdit && (
            <Button
              variant="subtle"
              size="compact-md"
              fullWidth
              justify="flex-start"
              mt={4}
              leftSection={<IconPlus size={16} />}
              onClick={startSaving}
              disabled={current !== undefined}
            >
              Save this view
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
      <SaveView opened={saving} onClose={save.close} page={page} query={query} />
    </>
  )
}

type ViewItemProps = {
  view: SavedView
  query: string
  current: boolean
  mayEdit: boolean
  onShown: () => void
}

function ViewItem({ view, query, current, mayEdit, onShown }: ViewItemProps) {
  const navigate = useNavigate()
  const { remove, update } = useViewActions()
  const show = () => {
    const search = Object.fromEntries(new URLSearchParams(view.query))
    void navigate({ to: '.', search, resetScroll: false })
    onShown()
  }
  return (
    <Group gap={2} wrap="nowrap">
      <UnstyledButton
        onClick={show}
        className={classes.item}
        aria-current={current ? 'true' : undefined}
        title={`Saved by ${view.created_by}`}
      >
        <span className={classes.mark}>{current && <IconCheck size={16} aria-hidden />}</span>
        <Text size="sm" truncate>
          {view.name}
        </Text>
      </UnstyledButton>
      {mayEdit && !current && (
        <IconButton
          label={`Update ${view.name} with the current filters`}
          onClick={() => update(view, query)}
        >
          <IconRefresh size={15} />
        </IconButton>
      )}
      {mayEdit && (
        <IconButton label={`Delete ${view.name}`} onClick={() => remove(view)}>
          <IconTrash size={15} />
        </IconButton>
      )}
    </Group>
  )
}

function useViewActions() {
  const refresh = useRefresh()
  const create = useChange((view: SavedViewCreate, projectId) =>
    api.post(projectPath(projectId, 'views'), view),
  )
  const change = useChange(({ id, from, to }: { id: string; from: string; to: string }, projectId) =>
    api.patch(projectPath(projectId, 'views', id), { query: to, expected_query: from }),
  )
  const drop = useChange(({ id }: SavedView, projectId) => api.delete(projectPath(projectId, 'views', id)))
  const remove = (view: SavedView) => {
    const { page, name, query } = view
    const back = () => create.mutate({ page, name, query }, { onError: sayFailed })
    drop.mutate(view, {
      onSuccess: () => sayUndoable(`Deleted the view “${name}”.`, back),
      onError: sayFailed,
    })
  }
  /** After a conflict, shows the view as somebody else left it. */
  const onError = async (error: Error) => {
    if (isConflict(error)) await refresh('views')
    sayFailed(error)
  }
  const update = ({ id, name, query: from }: SavedView, to: string) => {
    const back = () => change.mutate({ id, from: to, to: from }, { onError })
    const onSuccess = () => sayUndoable(`Updated “${name}” with the current filters.`, back)
    change.mutate({ id, from, to }, { onSuccess, onError })
  }
  return { remove, update }
}
