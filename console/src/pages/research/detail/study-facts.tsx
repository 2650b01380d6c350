// The settings that decide whom a study asks.
import { Stack } from '@mantine/core'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import { TextFact } from '../../../components/facts.tsx'
import { formatDateTime, formatNumber, plural } from '../../../format.ts'
import { useResource } from '../../../queries.ts'

export function StudyFacts({ study }: { study: Study }) {
  const { rest_days = null } = useResource([]).data ?? {}
  const { starts_at, ends_at, sampling_rate, max_answers } = study
  return (
    <Stack gap="sm" component="dl" m={0}>
      <TextFact name="Eligibility">{study.eligibility_criteria || 'Everyone'}</TextFact>
      <TextFact name="Share of users">{formatNumber(Number((sampling_rate * 100).toFixed(2)))}%</TextFact>
      <TextFact name="Start">{starts_at ? formatDateTime(starts_at) : 'As soon as it’s active'}</TextFact>
      <TextFact name="End">{ends_at ? formatDateTime(ends_at) : 'No end date'}</TextFact>
      <TextFact name="Answer limit">{max_answers === null ? 'No limit' : formatNumber(max_answers)}</TextFact>
      {study.max_answers_per_day !== null && (
        <TextFact name="Daily limit">{plural(study.max_answers_per_day, 'answer')} per day (UTC)</TextFact>
      )}
      {rest_days !== null && (
        <TextFact name="Rest period">
          {`Not asked within ${plural(rest_days, 'day')} of answering another study`}
        </TextFact>
      )}
      <TextFact name="First started">
        {study.activated_at ? formatDateTime(study.activated_at) : 'Not yet'}
      </TextFact>
    </Stack>
  )
}
