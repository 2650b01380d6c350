// The list's filters, and those that are active.
import { Box, Group, Stack } from '@mantine/core'
import { type FilterChip, FilterChips } from '../../components/lists/filter-chips.tsx'
import { FilterMenu } from '../../components/lists/filter-menu.tsx'
import { SearchField } from '../../components/lists/search-field.tsx'
import { SentimentFilter } from '../../components/lists/sentiment-filter.tsx'
import { useTags } from '../../components/tags/tag-list.ts'
import { useFilters } from '../../filters.ts'
import { useResource } from '../../queries.ts'
import type { Filters } from '../../search-parameters.ts'
import { MoreFilters } from './more-filters.tsx'
import { NO_FILTERS, periodWords } from './observation-query.ts'
import { PeriodFilter } from './period-filter.tsx'

export function ObservationFilters() {
  const [filters, change] = useFilters()
  const tags = useTags()
  return (
    <Stack gap={10} mb="md">
      <Group gap="xs">
        <SearchField
          label="Search observations"
          placeholder={'Words, "a phrase", prefix*, -exclude'}
          value={filters.q ?? ''}
          onChange={(q) => change({ q })}
        />
        <Group gap="xs">
          <SentimentFilter />
          <FilterMenu
            label="Tag"
            options={tags.items.map(({ id, label, config }) => ({
              value: id,
              label,
              mark: <Box w={8} h={8} bdrs={99} bg={config.color ?? 'var(--fn-quiet)'} />,
            }))}
            chosen={filters.tag ? [filters.tag] : []}
            onChange={([tag]) => change({ tag })}
            none="This project has no tags yet"
          />
          <PeriodFilter />
          <MoreFilters />
        </Group>
      </Group>
      <FilterChips chips={useChips(filters, change)} onClear={() => change(NO_FILTERS)} />
    </Stack>
  )
}

function useChips(filters: Filters, change: (change: Filters) => void): FilterChip[] {
  const tags = useTags()
  const issue = useResource(['issues', filters.issue ?? ''], {}, { enabled: filters.issue !== undefined })
  const issueTitle = issue.data?.id === filters.issue ? issue.data?.title : undefined
  const imported = useResource(
    ['imports', filters.import ?? ''],
    {},
    { enabled: filters.import !== undefined },
  )
  const tagLabel = tags.items.find(({ id }) => id === filters.tag)?.label
  const chip = (name: string, value: string | undefined, ...keys: string[]): FilterChip[] =>
    value === undefined
      ? []
      : [{ name, value, onRemove: () => change(Object.fromEntries(keys.map((key) => [key, undefined]))) }]
  return [
    ...chip('Sentiment', filters.sentiment?.replaceAll(',', ', '), 'sentiment'),
    ...chip('Tag', filters.tag && (tagLabel ?? '…'), 'tag'),
    ...chip('Period', periodWords(filters), 'period', 'from', 'to'),
    ...chip('Issue', filters.issue && (issueTitle ?? '…'), 'issue'),
    ...chip('User', filters.user_id, 'user_id'),
    ...chip('Conversation', filters.interaction_id, 'interaction_id'),
    ...chip('Source', filters.source, 'source'),
    ...chip('Import', filters.import && (imported.data?.name ?? '…'), 'import'),
  ]
}
