// The active filters of a study's answers.
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { type FilterChip, FilterChips } from '../../../components/lists/filter-chips.tsx'
import { useFilters } from '../../../filters.ts'
import { formatDay } from '../../../format.ts'
import type { Filters } from '../../../search-parameters.ts'
import { useThemes } from '../themes/use-themes.ts'

const NONE = {
  theme: undefined,
  themed: undefined,
  sentiment: undefined,
  sentiment_noted: undefined,
  from: undefined,
  to: undefined,
} satisfies Filters

export function answersWanted({ q, theme, themed, sentiment, sentiment_noted, from, to }: Filters) {
  return { q, theme, themed, sentiment, sentiment_noted, from, to }
}

export function AnswerChips({ study }: { study: Study }) {
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
