// Filters a list by sentiments.
import { SENTIMENTS } from '../../../../src/contract/labels.ts'
import { useFilters } from '../../filters.ts'
import { capitalized } from '../../format.ts'
import { SentimentDot } from '../labels.tsx'
import { FilterMenu } from './filter-menu.tsx'

const OPTIONS = SENTIMENTS.map((sentiment) => ({
  value: sentiment,
  label: capitalized(sentiment),
  mark: <SentimentDot sentiment={sentiment} />,
}))

export function SentimentFilter() {
  const [{ sentiment }, change] = useFilters()
  return (
    <FilterMenu
      label="Sentiment"
      options={OPTIONS}
      several
      chosen={sentiment?.split(',') ?? []}
      onChange={(chosen) => change({ sentiment: chosen.join(','), sentiment_noted: undefined })}
    />
  )
}
