// A study's progress: answers towards its limit, time towards its end.
import { Box, Group, Progress, Stack, Text } from '@mantine/core'
import type { Study } from '../../../../src/contract/research/studies.ts'
import { formatCompact, formatDate, formatNumber, formatPercent, plural } from '../../format.ts'
import classes from './studies.module.css'
import { answeredShare, timeLeft, towardsCap, towardsEnd } from './study-status.ts'

/** In a list: one line each, without the column's words. */
export function ProgressCell({ study }: { study: Study }) {
  const cap = towardsCap(study)
  const { answer_count: count, max_answers: most } = study
  return (
    <Box className={classes.progress}>
      <Text size="sm" className="fn-number">
        {most === null
          ? plural(count, 'answer')
          : `${formatCompact(count)} of ${formatCompact(most)} answers`}
      </Text>
      {cap !== null && <Bar share={cap} label={`Answers: ${count} of ${most}`} />}
      {study.shown_count > 0 && (
        <Text size="xs" c="dimmed" mt={4} className="fn-number">
          {formatPercent(answeredShare(study))} of {formatCompact(study.shown_count)} shown
        </Text>
      )}
      {study.ends_at && (
        <Text size="xs" c="dimmed" mt={4}>
          {study.state === 'ended' ? `End date: ${formatDate(study.ends_at)}` : timeLeft(study.ends_at)}
        </Text>
      )}
    </Box>
  )
}

/** On the study's own page. */
export function ProgressPanel({ study }: { study: Study }) {
  const cap = towardsCap(study)
  const end = towardsEnd(study)
  const { answer_count: count, max_answers: most, ends_at } = study
  return (
    <Stack gap="md">
      <Box>
        <Group gap={6} align="baseline">
          <Text fz={28} fw={620} lh={1.1} className="fn-number">
            {formatNumber(count)}
          </Text>
          <Text size="sm" c="dimmed">
            {most === null
              ? `${count === 1 ? 'answer' : 'answers'}, no limit`
              : `of ${plural(most, 'answer')}`}
          </Text>
        </Group>
        {cap !== null && <Bar share={cap} label={`Answers: ${count} of ${most}`} />}
      </Box>
      {study.shown_count > 0 && (
        <Text size="sm" className="fn-number">
          {formatPercent(answeredShare(study))} answered,{' '}
          <Text span c="dimmed">
            of {plural(study.shown_count, 'user')} whose agents received the study
          </Text>
        </Text>
      )}
      {ends_at && study.state !== 'ended' && (
        <Box>
          <Text size="sm">
            {timeLeft(ends_at)}{' '}
            <Text span c="dimmed">
              until {formatDate(ends_at)}
            </Text>
          </Text>
          {end !== null && <Bar share={end} label="Time elapsed" quiet />}
        </Box>
      )}
    </Stack>
  )
}

function Bar({ share, label, quiet = false }: { share: number; label: string; quiet?: boolean }) {
  return (
    <Progress.Root size={6} mt={6}>
      <Progress.Section value={share * 100} color={quiet ? 'gray.5' : 'moss.6'} aria-label={label} />
    </Progress.Root>
  )
}
