// The project at a glance; a project that has heard nothing yet shows how to begin instead.
import { Grid, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import type { Overview } from '../../../../src/contract/projects/overview.ts'
import { PeriodPicker, periodStart, usePeriod } from '../../components/charts/period-picker.tsx'
import { Page } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { useResource } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'
import { DigestHealth } from './digest-health.tsx'
import { useFirstObservation } from './first-observation.ts'
import { FirstSteps } from './first-steps.tsx'
import { IssuesPanel } from './issues-panel.tsx'
import { KeyFigures } from './key-figures.tsx'
import { SentimentPanel } from './sentiment-panel.tsx'
import { StudiesPanel } from './studies-panel.tsx'
import { TagsPanel } from './tags-panel.tsx'

export function OverviewPage() {
  return <Beginning key={useProjectId()} />
}

function Beginning() {
  const first = useFirstObservation()
  if (first.state === 'waiting' || first.state === 'arrived') return <FirstSteps first={first} />
  return <Glance />
}

function Glance() {
  const days = usePeriod()
  const overview = useResource(['overview'], { days })
  return (
    <Page title="Overview" actions={<PeriodPicker />}>
      <Loaded of={overview} loading={<OverviewSkeleton />}>
        {(data) => <Panels overview={data} />}
      </Loaded>
    </Page>
  )
}

function Panels({ overview }: { overview: Overview }) {
  const { days, regressed_issues, new_issues, top_issues } = overview
  return (
    <Stack gap="md">
      <KeyFigures overview={overview} />
      <SentimentPanel overview={overview} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Stack gap="md">
            {regressed_issues.length > 0 && (
              <IssuesPanel
                title="Regressed issues"
                about="Observed again after being resolved."
                issues={regressed_issues}
                days={days}
                all={{ regressed: 'true' }}
              />
            )}
            <IssuesPanel
              title="Top issues"
              about="Most observed in this period, unresolved. Each chart has its own scale."
              issues={top_issues}
              days={days}
              all={{ sort: 'observations' }}
              none="No issues in this period"
            />
            {new_issues.length > 0 && (
              <IssuesPanel
                title="New issues"
                about="First seen in this period."
                issues={new_issues}
                days={days}
                all={{ status: 'all', new_since: periodStart(days), sort: 'first_seen' }}
              />
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <Stack gap="md">
            <TagsPanel tags={overview.tags} days={days} />
            <StudiesPanel studies={overview.studies} />
            <DigestHealth digest={overview.digest} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

/** The overview's places before its numbers are there. */
function OverviewSkeleton() {
  return (
    <Stack gap="md" role="status" aria-label="Loading">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height={88} radius="lg" />
        ))}
      </SimpleGrid>
      <Skeleton height={346} radius="lg" />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
          <Skeleton height={420} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
          <Skeleton height={420} radius="lg" />
        </Grid.Col>
      </Grid>
    </Stack>
  )
}
