// The share of users who are asked, as a slider and as a number, and what it means.
import { Group, Input, NumberInput, Slider } from '@mantine/core'
import { formatNumber } from '../../format.ts'

type SamplingFieldProps = {
  value: number | string
  error?: React.ReactNode
  onChange: (value: number | string) => void
}

const MARKS = [0, 25, 50, 75, 100].map((value) => ({ value }))

export function SamplingField({ value, error, onChange }: SamplingFieldProps) {
  return (
    <Input.Wrapper
      label="Share of users"
      labelElement="div"
      description={`${meaning(Number(value))} Who is asked never changes from one conversation to the next; raising the share only adds users.`}
      error={error}
    >
      <Group mt={8} gap="lg" wrap="nowrap" align="center">
        <Slider
          flex={1}
          value={Number(value)}
          onChange={onChange}
          marks={MARKS}
          label={(share) => `${share}%`}
          thumbLabel="Share of users in percent"
        />
        <NumberInput
          w={96}
          aria-label="Share of users in percent"
          value={value}
          onChange={onChange}
          min={0}
          max={100}
          decimalScale={2}
          suffix="%"
          clampBehavior="strict"
          error={Boolean(error)}
        />
      </Group>
    </Input.Wrapper>
  )
}

function meaning(percent: number): string {
  if (percent <= 0) return 'Nobody is asked.'
  if (percent >= 100) return 'Every user is asked.'
  if (percent < 1) return `About ${formatNumber(percent * 10)} of 1,000 users are asked.`
  return `About ${formatNumber(Math.round(percent))} of 100 users are asked.`
}
