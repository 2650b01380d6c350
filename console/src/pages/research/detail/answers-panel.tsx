// A study's answers, newest first, with search, filters and export.
import { Box, Group, Stack, Text } from '@mantine/core'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { ExportMenu } from '../../../components/lists/export-menu.tsx'
import { type FilterChip, FilterChips } from '../../../components/lists/filter-chips.tsx'
import { ListTotal } from '../../../components/lists/list-total.tsx'
import { SearchField } from '../../../components/lists/search-field.tsx'
import { SentimentFilter } from '../../../components/lists/sentiment-filter.tsx'
import { VirtualList } from '../../../components/lists/virtual-list.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { formatDay, plural } from '../../../format.ts'
import { useList } from '../../../queries.ts'
import type { Filters } from '../../../search-parameters.ts'
import { useThemes } from '../themes/use-themes.ts'
import { AnswerRow } from './answer-row.tsx'

export function AnswersPanel({ study }: { study: Study }) {
  const [filters, change] = useFilters()
  const wanted = answersWanted(filters)
  const nothing = study.answer_count === 0
  const about = isFiltered(wanted) ? (
    <ListTotal of="answers" query={{ study: study.id, ...wanted }} unit="answer" />
  ) : (
    plural(study.answer_count, 'answer')
  )
  return (
    <Panel title="Answers" about={!nothing && about} flush>
      {!nothing && (
        <Stack px={18} pb="sm" gap={10}>
          <Group gap="sm">
            <SearchField
              label="Search answers"
              value={filters.q ?? ''}
              onChange={(value) => change({ q: value })}
            />
            <SentimentFilter />
            <ExportMenu of="answers" query={{ study: study.id, ...wanted }} />
          </Group>
          <AnswerChips study={study} />
        </Stack>
      )}
      <Answers study={study} wanted={wanted} />
    </Panel>
  )
}

const isFiltered = (wanted: Filters): boolean => Object.values(wanted).some(Boolean)

function Answers({ study, wanted }: { study: Study; wanted: Filters }) {
  const list = useList(['studies', study.id, 'answers'], wanted)
  if (list.isPending) return <Rows count={4} height={64} />
  if (list.error && list.items.length === 0)
    return (
      <Box p="md">
        <Failed error={list.error} retry={() => void list.refetch()} />
      </Box>
    )
  if (list.items.length === 0)
    return isFiltered(wanted) ? <NothingFound q={wanted.q} /> : <NoAnswers study={study} />
  return (
    <VirtualList
      rows={list.items}
      rowHeight={72}
      label="Answers"
      hasMore={list.hasNextPage}
      loadMore={() => !list.isFetchingNextPage && list.fetchNextPage()}
    >
      {(answer) => <AnswerRow answer={answer} inOneTheme={wanted.theme !== undefined} />}
    </VirtualList>
  )
}

function NothingFound({ q }: { q: string | undefined }) {
  return (
    <Empty title="No matching answers">
      <Text span size="sm" dir="auto" className="fn-break">
        {q ? `No results for “${q}”.` : 'Remove a filter to see more.'}
      </Text>
    </Empty>
  )
}

function NoAnswers({ study }: { study: Study }) {
  return study.state === 'draft' ? (
    <Empty title="No answers yet">Start the study, and answers will appear here as agents post them.</Empty>
  ) : (
    <Empty title="No answers yet">
      Answers appear here as agents post them. If none arrive, check why a user isn’t being asked.
    </Empty>
  )
}

const NONE = {
  theme: undefined,
  themed: undefined,
  sentiment: undefined,
  sentiment_noted: undefined,
  from: undefined,
  to: undefined,
} satisfies Filters

/** What narrows a study's answers now. */
function answersWanted({ q, theme, themed, sentiment, sentiment_noted, from, to }: Filters) {
  return { q, theme, themed, sentiment, sentiment_noted, from, to }
}

function AnswerChips({ study }: { study: Study }) {
  const [{ theme, themed, sentiment, sentiment_noted: noted, from, to }, change] = useFilters()
  const title = useThemes(study.id).data?.items.find(({ id }) => id === theme)?.title
  const chip = (name: string, value: string | undefined, cleared: Filters): FilterChip[] =>
    value === undefined ? [] : [{ name, value, onRemove: () => change(cleared) }]
  const chips = [
    ...chip('Theme', theme ? (title ?? '…') : undefined, { theme: undefined }),
    ...chip('Theme', themed === 'no' ? 'None' : undefined, { themed: undefined }),
    ...chip('Sentiment', sentiment?.replaceAll(',', ', '), { sentiment: undefined }),
    ...chip('Sentiment', noted === 'no' ? 'None' : undefined, { sentiment_noted: undefined }),
    ...chip('Day', from && to ? formatDay(from.slice(0, 10)) : undefined, { from: undefined, to: undefined }),
  ]
  return <FilterChips chips={chips} onClear={() => change(NONE)} />
}
