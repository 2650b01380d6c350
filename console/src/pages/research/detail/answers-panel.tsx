// What users answered, newest first, with search and export.
import { Box, Group, Text } from '@mantine/core'
import type { Study, StudyAnswer } from '../../../../../src/contract/research/studies.ts'
import { ExportMenu } from '../../../components/lists/export-menu.tsx'
import { SearchField } from '../../../components/lists/search-field.tsx'
import { VirtualList } from '../../../components/lists/virtual-list.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Empty, Failed, Rows } from '../../../components/states.tsx'
import { useFilters } from '../../../filters.ts'
import { plural } from '../../../format.ts'
import { useList } from '../../../queries.ts'
import { AnswerRow } from './answer-row.tsx'

export function AnswersPanel({ study }: { study: Study }) {
  const [{ q }, change] = useFilters()
  const nothing = study.answer_count === 0
  return (
    <Panel title="Answers" about={nothing ? undefined : plural(study.answer_count, 'answer')} flush>
      {!nothing && (
        <Group px={18} pb="sm" gap="sm">
          <SearchField label="Search answers" value={q ?? ''} onChange={(value) => change({ q: value })} />
          <ExportMenu of="answers" query={{ study: study.id, q }} />
        </Group>
      )}
      <Answers study={study} q={q} />
    </Panel>
  )
}

function Answers({ study, q }: { study: Study; q: string | undefined }) {
  const list = useList<StudyAnswer>(['studies', study.id, 'answers'], { q })
  if (list.isPending) return <Rows count={4} height={64} />
  if (list.error && list.items.length === 0)
    return (
      <Box p="md">
        <Failed error={list.error} retry={() => void list.refetch()} />
      </Box>
    )
  if (list.items.length === 0) return q ? <NothingFound q={q} /> : <NoAnswers study={study} />
  return (
    <VirtualList
      rows={list.items}
      rowHeight={72}
      label="Answers"
      hasMore={list.hasNextPage}
      loadMore={() => !list.isFetchingNextPage && list.fetchNextPage()}
    >
      {(answer) => <AnswerRow answer={answer} />}
    </VirtualList>
  )
}

function NothingFound({ q }: { q: string }) {
  return (
    <Empty title="No matching answers">
      <Text span size="sm" dir="auto" className="fn-break">
        No results for “{q}”.
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
