// How long something is valid: common periods, never, or until a chosen day.
import { Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DAY_MS } from '../../../../src/contract/date-time.ts'
import { formatDate } from '../../format.ts'

const SPANS = {
  '30': '30 days',
  '90': '90 days',
  '365': '1 year',
  never: 'No expiration',
  day: 'Custom date…',
}
type Span = keyof typeof SPANS

export type Expiry = { span: Span; day: string }

export const NINETY_DAYS: Expiry = { span: '90', day: '' }

export function expiresAt({ span, day }: Expiry, now = Date.now()): string | null {
  if (span === 'never') return null
  if (span === 'day') return new Date(`${day}T23:59:59`).toISOString()
  return new Date(now + Number(span) * DAY_MS).toISOString()
}

/** Tomorrow in the viewer's time zone, for a date field. Uses the calendar, because days may have 23 or 25 hours. */
function tomorrow(): string {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).toLocaleDateString('sv')
}

export function ExpiryField({ value, onChange }: { value: Expiry; onChange: (expiry: Expiry) => void }) {
  const [earliest] = useState(tomorrow)
  const ends = value.span === 'day' ? null : expiresAt(value)
  return (
    <Group align="flex-start" grow>
      <Select
        label="Expiration"
        description={
          ends
            ? `Expires ${formatDate(ends)}`
            : value.span === 'never'
              ? 'Valid until revoked'
              : 'Valid through the end of that day'
        }
        allowDeselect={false}
        data={Object.entries(SPANS).map(([span, label]) => ({ value: span, label }))}
        value={value.span}
        onChange={(span) => onChange({ ...value, span: (span ?? 'never') as Span })}
        comboboxProps={{ withinPortal: true }}
      />
      {value.span === 'day' && (
        <TextInput
          label="Expiration date"
          description="In your time zone"
          type="date"
          required
          min={earliest}
          value={value.day}
          onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
        />
      )}
    </Group>
  )
}
