// The meaning of each value in the sentiment column.
import { Select } from '@mantine/core'
import type { ImportMapping, ImportPreview } from '../../../../src/contract/imports/imports.ts'
import { SENTIMENTS, type Sentiment } from '../../../../src/contract/labels.ts'
import { Panel } from '../../components/panel.tsx'
import { capitalized } from '../../format.ts'
import classes from './imports.module.css'

type Values = ImportPreview['mapping']['sentiments']

const CHOICES = SENTIMENTS.map((value) => ({ value, label: capitalized(value) }))

type MapSentimentsProps = {
  values: Values
  onChange: (sentiments: NonNullable<ImportMapping['sentiments']>) => void
}

export function MapSentiments({ values, onChange }: MapSentimentsProps) {
  const choose = (value: string, sentiment: Sentiment) => {
    const changed = values.map((one) => (one.value === value ? { value, sentiment } : one))
    onChange(changed.flatMap((one) => (one.sentiment === null ? [] : [{ ...one, sentiment: one.sentiment }])))
  }
  return (
    <Panel
      title="Sentiment"
      about="Rows whose value isn’t mapped below aren’t imported. Empty values count as neutral."
    >
      <div className={classes.meanings}>
        {values.map(({ value, sentiment }) => (
          <div key={value} className={classes.meaning}>
            <span dir="auto" className="fn-break">
              {value}
            </span>
            <Select
              aria-label={`Meaning of ${value}`}
              size="xs"
              data={CHOICES}
              value={sentiment}
              placeholder="Choose"
              allowDeselect={false}
              onChange={(chosen) => chosen && choose(value, chosen as Sentiment)}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}
