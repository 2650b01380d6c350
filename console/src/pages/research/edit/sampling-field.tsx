// The share of users who are asked, as a slider and a number.
import { Box, Group, NumberInput, Slider } from '@mantine/core'
import { formatNumber } from '../../../format.ts'

type SamplingFieldProps = {
  value: number | string
  error?: React.ReactNode
  onChange: (value: number | string) => void
}

const MARKS = [0, 25, 50, 75, 100].map((value) => ({ value }))

export function SamplingField({ value, error, onChange }: SamplingFieldProps) {
  return (
    <NumberInput
      data-path="sampling" // the form finds the field by this
      label="Share of users"
      description={meaning(Number(value))}
      error={error}
      value={value}
      onChange={onChange}
      min={0}
      max={100}
      decimalScale={2}
      suffix="%"
      clampBehavior="strict"
      inputContainer={(input) => (
        <Group gap="lg" wrap="nowrap" align="center">
          <Slider
            flex={1}
            value={Number(value)}
            onChange={onChange}
            marks={MARKS}
            label={(share) => `${share}%`}
            thumbLabel="Share of users, in percent"
          />
          <Box w={96}>{input}</Box>
        </Group>
      )}
    />
  )
}

const STEADY = 'The same users are chosen every time, and raising the share only adds more.'

function meaning(percent: number): string {
  if (percent <= 0) return 'No one is asked.'
  if (percent >= 100) return 'Every user is asked.'
  if (percent < 1) return `About ${formatNumber(percent * 10)} out of 1,000 users are asked. ${STEADY}`
  return `About ${formatNumber(Math.round(percent))} out of 100 users are asked. ${STEADY}`
}
