// All versions of the guidelines: author, time, and how many agents fetched each.
import { Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { GuidelinesDetail } from '../../../../src/contract/guidelines/guidelines.ts'
import { ShowMore } from '../../components/lists/show-more.tsx'
import { Panel } from '../../components/panel.tsx'
import { Failed, Rows } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { plural } from '../../format.ts'
import { useList } from '../../queries.ts'
import classes from './guidelines.module.css'
import type { Version } from './texts.ts'
import { VersionDrawer } from './version-drawer.tsx'

const DEFAULTS: Version = {
  version: 0,
  observations: null,
  research: null,
  created_at: null,
  created_by: null,
}

export function VersionsPanel({ guidelines, busy }: { guidelines: GuidelinesDetail; busy: boolean }) {
  const list = useList(['guidelines', 'versions'])
  const [viewed, setViewed] = useState<Version | null>(null)
  const rows: Version[] = list.hasNextPage ? list.items : [...list.items, DEFAULTS]
  return (
    <Panel
      title="Versions"
      about="Every save adds a version, and none are ever deleted. Agents are counted by API key."
      flush
    >
      {list.isPending && <Rows count={3} height={40} />}
      {list.error && list.items.length === 0 && (
        <Box p="md">
          <Failed error={list.error} retry={() => void list.refetch()} />
        </Box>
      )}
      {list.data &&
        rows.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            guidelines={guidelines}
            onView={() => setViewed(version)}
          />
        ))}
      <ShowMore of={list} centered />
      <VersionDrawer version={viewed} guidelines={guidelines} busy={busy} onClose={() => setViewed(null)} />
    </Panel>
  )
}

type VersionRowProps = { version: Version; guidelines: GuidelinesDetail; onView: () => void }

function VersionRow({ version, guidelines, onView }: VersionRowProps) {
  return (
    <Box className={classes.version}>
      <Text size="sm" fw={550}>
        {version.version === 0 ? 'Defaults' : `Version ${version.version}`}
        {version.version === guidelines.version && (
          <Text span size="xs" c="dimmed" display="block">
            Current
          </Text>
        )}
      </Text>
      <Text size="sm" component="div" dir="auto" className="fn-break">
        {version.created_at === null ? (
          'Included with Fieldnote'
        ) : (
          <>
            {version.created_by ?? 'Someone'}, <Ago at={version.created_at} />
          </>
        )}
      </Text>
      <Fetches of={guidelines.fetches.find((fetch) => fetch.version === version.version)} />
      <Button variant="default" size="xs" onClick={onView} aria-label={`View version ${version.version}`}>
        View
      </Button>
    </Box>
  )
}

function Fetches({ of: fetched }: { of: GuidelinesDetail['fetches'][number] | undefined }) {
  if (!fetched)
    return (
      <Text size="sm" c="dimmed">
        Not fetched by any agent
      </Text>
    )
  return (
    <Text size="sm" c="dimmed" component="div" className="fn-number">
      Fetched {plural(fetched.fetches, 'time')} by {plural(fetched.agents, 'agent')}, last{' '}
      <Ago at={fetched.last_fetched_at} />
    </Text>
  )
}
