// Studies: the questions that agents ask users, and how far each is.
import { Box, SegmentedControl, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { STUDY_STATES } from '../../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { StudyStateLabel } from '../../../components/labels.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { CountedChoice } from '../../../components/lists/counted-choice.tsx'
import { useListKeys } from '../../../components/lists/list-keys.ts'
import { VirtualList } from '../../../components/lists/virtual-list.tsx'
import { Page } from '../../../components/page.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { useFilters } from '../../../filters.ts'
import { capitalized } from '../../../format.ts'
import { IconPlus } from '../../../icons/tabler.ts'
import { useList, useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import classes from '../studies.module.css'
import { ProgressCell } from '../study-progress.tsx'
import { studyStatus } from '../study-status.ts'

const FILTERS = [
  { value: '', label: 'All' },
  ...STUDY_STATES.map((state) => ({ value: state, label: capitalized(state) })),
]

export function StudiesPage() {
  const base = `/p/${useProjectId()}/studies`
  const mayEdit = useMay('editor')
  const [{ state }, change] = useFilters()
  const totalOf = useStudyTotals()
  return (
    <Page
      title="Studies"
      about="Questions agents ask users on your behalf, when the moment is right."
      actions={mayEdit && <NewStudyButton to={`${base}/new`} />}
    >
      <SegmentedControl
        aria-label="State"
        size="sm"
        mb="md"
        className={classes.states}
        data={FILTERS.map(({ value, label }) => ({
          value,
          label: <CountedChoice label={label} total={totalOf(value)} />,
        }))}
        value={state ?? ''}
        onChange={(value) => change({ state: value })}
      />
      <Panel flush>
        <StudyList state={state} base={base} />
      </Panel>
    </Page>
  )
}

/** Counts studies by state; unknown with more than one page. */
function useStudyTotals(): (state: string) => number | undefined {
  const { data } = useResource(['studies'], { limit: LIMITS.pageSizeMax })
  if (!data || data.next_cursor !== null) return () => undefined
  return (wanted) => data.items.filter(({ state }) => wanted === '' || state === wanted).length
}

function NewStudyButton({ to, children = 'Create study' }: { to: string; children?: string }) {
  return (
    <ButtonLink to={to} leftSection={<IconPlus size={16} />}>
      {children}
    </ButtonLink>
  )
}

function StudyList({ state, base }: { state: string | undefined; base: string }) {
  const list = useList(['studies'], { state })
  const navigate = useNavigate()
  const { current } = useListKeys(list.items, (i) => void navigate({ to: `${base}/${list.items[i]?.id}` }))
  if (list.isPending) return <Rows count={4} height={60} />
  if (list.error && list.items.length === 0)
    return <Failed error={list.error} retry={() => void list.refetch()} />
  if (list.items.length === 0) return <NoStudies state={state} base={base} />
  return (
    <VirtualList
      rows={list.items}
      rowHeight={84}
      label="Studies"
      current={current}
      hasMore={list.hasNextPage}
      loadMore={() => !list.isFetchingNextPage && list.fetchNextPage()}
    >
      {(study, index) => <StudyRow study={study} to={`${base}/${study.id}`} current={index === current} />}
    </VirtualList>
  )
}

function NoStudies({ state, base }: { state: string | undefined; base: string }) {
  const mayEdit = useMay('editor')
  if (state) return <Empty title={`No ${state} studies`}>Choose a different state above.</Empty>
  return (
    <Empty
      title="Ask your users a question"
      action={mayEdit && <NewStudyButton to={`${base}/new`}>Create your first study</NewStudyButton>}
    >
      A study is one open-ended question, such as “What makes people export their data?” Agents bring it up
      with your users when the moment is right and record one answer per user. You decide who is asked, how
      many, and until when.
    </Empty>
  )
}

/** One study in the list. */
function StudyRow({ study, to, current }: { study: Study; to: string; current: boolean }) {
  return (
    <Link to={to} className={`fn-row ${classes.row}`} data-current={current || undefined}>
      <Box className={classes.state}>
        <StudyStateLabel state={study.state} />
      </Box>
      <Box miw={0}>
        <Text fw={550} lineClamp={2} dir="auto" className="fn-break">
          {study.question}
        </Text>
        <Text size="sm" c="dimmed">
          {studyStatus(study)}
        </Text>
      </Box>
      <ProgressCell study={study} />
      <Text size="sm" c="dimmed" className={classes.when}>
        {study.activated_at ? 'Started ' : 'Created '}
        <Ago at={study.activated_at ?? study.created_at} />
      </Text>
    </Link>
  )
}
