// The time zone of digests: the project's, which is the browser's by default.
import { Select } from '@mantine/core'
import { closestOptions } from '../../../components/forms/closest-options.ts'

export const usualZone = (saved: string): string =>
  saved === 'UTC' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : saved

type TimeZoneFieldProps = { zone: string; weekly: boolean; onChange: (zone: string) => void }

export function TimeZoneField({ zone, weekly, onChange }: TimeZoneFieldProps) {
  const zones = [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Select
      label="Project time zone"
      description={`The digest comes ${weekly ? 'on Mondays' : 'every day'} at 8:00 AM if there’s anything to report.`}
      data={zones}
      value={zone}
      searchable
      filter={closestOptions}
      allowDeselect={false}
      onChange={(value) => value && onChange(value)}
    />
  )
}
