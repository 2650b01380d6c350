// A moment in the viewer's time zone. The calendar and its styles are loaded with the pages that use it.
import '@mantine/dates/styles.layer.css'
import { DateTimePicker } from '@mantine/dates'
import { useId } from 'react'
import { formatDateTime } from '../../../format.ts'

type DateFieldProps = {
  label: string
  description: string
  placeholder: string
  value?: string | null
  error?: React.ReactNode
  onChange: (value: string | null) => void
}

const { hour12 = false } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()

export function DateField(props: DateFieldProps) {
  const id = useId()
  return (
    <DateTimePicker
      {...props}
      id={id}
      popoverProps={{ id }} // names the calendar, which is a dialog, after its field
      ariaLabels={{
        nextMonth: 'Next month',
        previousMonth: 'Previous month',
        nextYear: 'Next year',
        previousYear: 'Previous year',
        nextDecade: 'Next decade',
        previousDecade: 'Previous decade',
      }}
      hideOutsideDates
      weekendDays={[]}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${props.label.toLowerCase()}` }}
      valueFormat={(local) => formatDateTime(local.replace(' ', 'T'))}
      submitButtonProps={{ 'aria-label': 'Done' }}
      timePickerProps={{
        format: hour12 ? '12h' : '24h',
        hoursInputLabel: 'Hours',
        minutesInputLabel: 'Minutes',
        amPmInputLabel: 'AM or PM',
      }}
    />
  )
}
