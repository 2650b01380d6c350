// A moment in the viewer's zone. The calendar and its styles are loaded with the pages that have one.
import '@mantine/dates/styles.css'
import { DateTimePicker } from '@mantine/dates'
import { formatDateTime } from '../../format.ts'

type DateFieldProps = {
  label: string
  description: string
  placeholder: string
  value?: string | null
  error?: React.ReactNode
  onChange: (value: string | null) => void
}

export function DateField(props: DateFieldProps) {
  return (
    <DateTimePicker
      {...props}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${props.label.toLowerCase()}` }}
      valueFormat={(local) => formatDateTime(local.replace(' ', 'T'))}
      popoverProps={{ withinPortal: true }}
      submitButtonProps={{ 'aria-label': 'Done' }}
      timePickerProps={{ hoursInputLabel: 'Hours', minutesInputLabel: 'Minutes' }}
    />
  )
}
