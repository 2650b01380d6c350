// A study's rules for one user, in order, with the deciding one.
import { Box, Text } from '@mantine/core'
import type { StudyExplanation, StudyRule } from '../../../../../src/contract/research/study-insight.ts'
import { Label } from '../../../components/labels.tsx'
import { formatDateTime } from '../../../format.ts'
import { IconCheck, IconX } from '../../../icons/tabler.ts'
import classes from './rules.module.css'

const NAMES: Record<StudyRule, string> = {
  state: 'State',
  starts: 'Start',
  ends: 'End',
  cap: 'Answer limit',
  pace: 'Daily limit',
  sampling: 'Share of users',
  rest: 'Rest between studies',
  answered: 'One answer per user',
}

export function Rules({ explanation: { rules, decides } }: { explanation: StudyExplanation }) {
  return (
    <ol className={classes.rules}>
      {rules.map(({ rule, passes, detail }) => (
        <Box component="li" key={rule} className={classes.rule} data-decides={rule === decides || undefined}>
          {passes ? (
            <IconCheck size={16} color="var(--fn-good)" role="img" aria-label="Passed" />
          ) : (
            <IconX size={16} color="var(--fn-bad)" role="img" aria-label="Not passed" />
          )}
          <div>
            <Text component="div" size="sm" fw={550}>
              {NAMES[rule]}
              {rule === decides && (
                <Text span ml={8}>
                  <Label>Deciding rule</Label>
                </Text>
              )}
            </Text>
            <Text size="sm" c="dimmed">
              {inViewersZone(detail)}
            </Text>
          </div>
        </Box>
      ))}
    </ol>
  )
}

/** The server's texts contain moments in UTC. */
function inViewersZone(detail: string): string {
  return detail.replace(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day, time) =>
    formatDateTime(`${day}T${time}Z`),
  )
}
