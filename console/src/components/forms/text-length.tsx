// The length of a text against its limit; subtle until the limit is near.
import { Text } from '@mantine/core'
import { formatNumber } from '../../format.ts'

/** Counts code points, like the server. */
const lengthOf = (text: string): number => [...text].length

export function tooLong(text: string, limit: number): string | null {
  return lengthOf(text) > limit ? `Must be ${formatNumber(limit)} characters or fewer` : null
}

const NEAR = 0.9

export function TextLength({
  text,
  limit,
  always = false,
}: {
  text: string
  limit: number
  always?: boolean
}) {
  const length = lengthOf(text)
  if (!always && length < NEAR * limit) return null
  return (
    <Text size="xs" className="fn-number" c={length > limit ? 'var(--fn-bad)' : 'dimmed'} component="span">
      {formatNumber(length)} of {formatNumber(limit)} characters
    </Text>
  )
}
