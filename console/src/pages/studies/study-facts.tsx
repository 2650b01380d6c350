// What decides whom a study asks, as it was written.
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Study } from '../../../../src/contract/admin.ts'
import { formatDateTime, formatNumber } from '../../format.ts'

export function StudyFacts({ study }: { study: Study }) {
  const { starts_at, ends_at, sampling_rate, max_answers } = study
  return (
    <Stack gap="sm" component="dl" m={0}>
      <Fact name="Who is eligible">
        <span className="fn-break" style={{ whiteSpace: 'pre-wrap' }}>
          {study.eligibility_criteria || 'Everyone'}
        </span>
      </Fact>
      <Fact name="Share of users">{formatNumber(Number((sampling_rate * 100).toFixed(2)))}%</Fact>
      <Fact name="Start">{starts_at ? formatDateTime(starts_at) : 'When it is active'}</Fact>
      <Fact name="End">{ends_at ? formatDateTime(ends_at) : 'No end'}</Fact>
      <Fact name="Cap">{max_answers === null ? 'No cap' : formatNumber(max_answers)}</Fact>
      <Fact name="First active">{study.activated_at ? formatDateTime(study.activated_at) : 'Not yet'}</Fact>
    </Stack>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0}>
      {children}
    </Text>
  </div>
)
