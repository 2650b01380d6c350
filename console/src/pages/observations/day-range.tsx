// A calendar for the first and last day. Loaded, with its styles, on first use.
import '@mantine/dates/styles.layer.css'
import { DatePicker, type DatesRangeValue } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'

type DayRangeProps = {
  from: string | undefined
  to: string | undefined
  onChange: (from: string, to: string) => void
}

/** The day of a moment in the viewer's time zone. */
const dayOf = (text: string): string => (text.includes('T') ? dayjs(text).format('YYYY-MM-DD') : text)

export function DayRange({ from, to, onChange }: DayRangeProps) {
  const [days, setDays] = useState<DatesRangeValue<string>>(
    from && to ? [dayOf(from), dayOf(to)] : [null, null],
  )
  return (
    <DatePicker
      type="range"
      size="sm"
      allowSingleDateInRange
      maxDate={new Date()}
      hideOutsideDates
      weekendDays={[]} // their red is too faint to read
      value={days}
      onChange={(next) => {
        setDays(next)
        const [first, last] = next
        if (first && last) onChange(first, last)
      }}
      ariaLabels={{ nextMonth: 'Next month', previousMonth: 'Previous month' }}
    />
  )
}
