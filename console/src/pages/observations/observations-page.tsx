// Observations: everything that agents wrote, newest first, live.
import { Button, Group, Paper } from '@mantine/core'
import { ButtonLink } from '../../components/links.tsx'
import { ExportMenu } from '../../components/lists/export-menu.tsx'
import { ListTotal } from '../../components/lists/list-total.tsx'
import { type Shortcut, Shortcuts } from '../../components/lists/shortcuts.tsx'
import { ObservationFeed } from '../../components/observations/feed/observation-feed.tsx'
import { Page } from '../../components/page.tsx'
import { SavedViews } from '../../components/projects/saved-views.tsx'
import { Empty } from '../../components/states.tsx'
import { useFilters } from '../../filters.ts'
import { LiveMark } from '../../live/live-mark.tsx'
import { useProjectId } from '../../session/project.ts'
import { ObservationFilters } from './observation-filters.tsx'
import { NARROWING, NO_FILTERS, observationsQuery } from './observation-query.ts'

const SHORTCUTS: Shortcut[] = [
  ['j', 'Next observation'],
  ['k', 'Previous observation'],
  ['Enter', 'Open observation'],
  ['Esc', 'Close observation'],
]

export function ObservationsPage() {
  const [filters] = useFilters()
  const query = observationsQuery(filters)
  return (
    <Page
      title="Observations"
      about="What agents have written about your users, most recently received first."
      actions={
        <>
          <LiveMark />
          <Shortcuts keys={SHORTCUTS} />
          <SavedViews page="observations" ignore={['observation']} />
          <ExportMenu of="observations" query={query} />
        </>
      }
    >
      <ObservationFilters />
      <ListTotal of="observations" query={query} unit="observation" />
      <Paper withBorder radius="lg" bg="var(--fn-panel)" style={{ overflow: 'clip' }}>
        <ObservationFeed query={query} label="Observations" empty={<NothingHere />} />
      </Paper>
    </Page>
  )
}

function NothingHere() {
  const [filters, change] = useFilters()
  const projectId = useProjectId()
  if (NARROWING.some((name) => filters[name] !== undefined))
    return (
      <Empty
        title="No matching observations"
        action={
          <Button variant="default" onClick={() => change(NO_FILTERS)}>
            Clear filters
          </Button>
        }
      >
        Remove a filter or try different search terms.
      </Empty>
    )
  return (
    <Empty
      title="No observations yet"
      action={
        <Group gap="xs" justify="center">
          <ButtonLink to="/p/$projectId/settings/connect" params={{ projectId }} variant="default">
            Connect an agent
          </ButtonLink>
          <ButtonLink to="/p/$projectId/settings/import" params={{ projectId }} variant="default">
            Import a file
          </ButtonLink>
        </Group>
      }
    >
      They appear here automatically, a second or so after an agent sends them.
    </Empty>
  )
}
