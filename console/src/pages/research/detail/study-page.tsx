// One study: its progress, answers, and whom it asks.
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { TextFact } from '../../../components/facts.tsx'
import { StudyStateLabel } from '../../../components/labels.tsx'
import { BackLink } from '../../../components/links.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Failed, Loaded, Rows } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { formatDateTime, formatNumber, plural } from '../../../format.ts'
import { IconPencil } from '../../../icons/tabler.ts'
import { isMissing, useRefresh, useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { AgentView } from '../agent-view.tsx'
import classes from '../studies.module.css'
import { ProgressPanel } from '../study-progress.tsx'
import { studyStatus } from '../study-status.ts'
import { ThemesPanel } from '../themes/themes-panel.tsx'
import { AnswersOverTime } from './answers-over-time.tsx'
import { AnswersPanel } from './answers-panel.tsx'
import { ExplainPanel } from './explain-panel.tsx'
import { StateButtons } from './state-buttons.tsx'
import { StudyMenu } from './study-menu.tsx'

const LOOK_EVERY = 10_000
/** The form with its calendar is a tenth of the page's code, and few viewers change a study. */
const EditStudy = lazy(() =>
  import('../edit/edit-study.tsx').then(({ EditStudy }) => ({ default: EditStudy })),
)

export function StudyPage() {
  const { studyId = '' } = useParams({ strict: false })
  const base = `/p/${useProjectId()}/studies`
  const [{ edit }] = useFilters()
  const mayEdit = useMay('editor')
  const study = useResource(['studies', studyId], {}, { refetchInterval: LOOK_EVERY })
  const shown = study.data?.id === studyId || study.isError ? study : { ...study, data: undefined }
  useNewAnswers(shown.data)
  const above = <BackLink to={base}>Studies</BackLink>
  if (shown.error && !shown.data) return <NotShown above={above} study={shown} />
  return (
    <Loaded of={shown} loading={<Loading above={above} />}>
      {(data) =>
        edit && mayEdit && data.state !== 'ended' ? (
          <Page title="Edit study" above={above}>
            <Suspense fallback={<Rows />}>
              <EditStudy key={data.id} study={data} />
            </Suspense>
          </Page>
        ) : (
          <Page
            title={data.question}
            above={above}
            about={<Standing study={data} />}
            actions={mayEdit && <Actions study={data} />}
          >
            <StudyView key={data.id} study={data} />
          </Page>
        )
      }
    </Loaded>
  )
}

/** When answers arrive while the page is open, the list and the chart are refreshed. */
function useNewAnswers(study: Study | undefined): void {
  const refresh = useRefresh()
  const known = useRef(study?.answer_count)
  const { id, answer_count: count } = study ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the count only
  useEffect(() => {
    if (id && count !== undefined && known.current !== undefined && known.current !== count) {
      void refresh('studies', id, 'answers')
      void refresh('studies', id, 'series')
      void refresh('studies', id, 'themes')
      void refresh('totals', 'answers')
    }
    known.current = count
  }, [id, count])
}

type NotShownProps = { above: React.ReactNode; study: { error: Error | null; refetch: () => unknown } }

function NotShown({ above, study: { error, refetch } }: NotShownProps) {
  return (
    <Page title="Study" above={above}>
      {isMissing(error) ? (
        <Panel>
          <Empty title="Study not found">It may have been a draft that someone deleted.</Empty>
        </Panel>
      ) : (
        error && <Failed error={error} retry={() => void refetch()} />
      )}
    </Page>
  )
}

function Loading({ above }: { above: React.ReactNode }) {
  return (
    <Page title="Study" above={above}>
      <div className={classes.study}>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    </Page>
  )
}

function Standing({ study }: { study: Study }) {
  return (
    <Group gap="xs" mt={4}>
      <StudyStateLabel state={study.state} />
      <Text size="sm">{studyStatus(study)}</Text>
    </Group>
  )
}

function Actions({ study }: { study: Study }) {
  const [, change] = useFilters()
  return (
    <>
      {study.state !== 'ended' && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} />}
          onClick={() => change({ edit: '1' }, { replace: false })}
        >
          Edit
        </Button>
      )}
      <StateButtons study={study} />
      <StudyMenu study={study} />
    </>
  )
}

/** Facts about the study come first, because the list of answers may be long. */
function StudyView({ study }: { study: Study }) {
  return (
    <div className={classes.study}>
      <div className={classes.side}>
        <Panel title="Progress">
          <ProgressPanel study={study} />
        </Panel>
        <Panel title="Who is asked">
          <StudyFacts study={study} />
        </Panel>
        <ExplainPanel study={study} />
        <PreviewPanel study={study} />
      </div>
      <Stack gap="md" miw={0} className={classes.main}>
        {study.answer_count > 0 && <ThemesPanel study={study} />}
        {study.answer_count > 0 && <AnswersOverTime study={study} />}
        <AnswersPanel study={study} />
      </Stack>
    </div>
  )
}

/** What decides whom a study asks, as it was written. */
function StudyFacts({ study }: { study: Study }) {
  const { rest_days = null } = useResource([]).data ?? {}
  const { starts_at, ends_at, sampling_rate, max_answers } = study
  return (
    <Stack gap="sm" component="dl" m={0}>
      <TextFact name="Eligibility">{study.eligibility_criteria || 'Everyone'}</TextFact>
      <TextFact name="Share of users">{formatNumber(Number((sampling_rate * 100).toFixed(2)))}%</TextFact>
      <TextFact name="Start">{starts_at ? formatDateTime(starts_at) : 'As soon as it’s active'}</TextFact>
      <TextFact name="End">{ends_at ? formatDateTime(ends_at) : 'No end date'}</TextFact>
      <TextFact name="Answer limit">{max_answers === null ? 'No limit' : formatNumber(max_answers)}</TextFact>
      {study.max_answers_per_day !== null && (
        <TextFact name="Daily limit">{plural(study.max_answers_per_day, 'answer')} per day (UTC)</TextFact>
      )}
      {rest_days !== null && (
        <TextFact name="Rest period">
          {`Not asked within ${plural(rest_days, 'day')} of answering another study`}
        </TextFact>
      )}
      <TextFact name="First started">
        {study.activated_at ? formatDateTime(study.activated_at) : 'Not yet'}
      </TextFact>
    </Stack>
  )
}

/** How an agent might put the study to a user. */
function PreviewPanel({ study }: { study: Study }) {
  return (
    <Panel title="How an agent asks">
      <AgentView question={study.question} eligibility={study.eligibility_criteria} />
    </Panel>
  )
}
