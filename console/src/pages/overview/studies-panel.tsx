// Active studies and their progress.
import { Box, Group, Progress, Text } from '@mantine/core'
import type { Overview } from '../../../../src/contract/projects/overview.ts'
import { PlainLink, TextLink } from '../../components/links.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatDate, formatNumber, plural } from '../../format.ts'
import { useProjectId } from '../../session/project.ts'
import classes from './overview.module.css'

type ActiveStudy = Overview['studies'][number]

export function StudiesPanel({ studies }: { studies: ActiveStudy[] }) {
  const projectId = useProjectId()
  return (
    <Panel
      title="Active studies"
      flush={studies.length > 0}
      actions={
        <TextLink to="/p/$projectId/studies" params={{ projectId }} size="sm">
          All studies
        </TextLink>
      }
    >
      {studies.length === 0 ? (
        <Text size="sm" c="dimmed">
          No active studies. A study is a question your agents ask users.
        </Text>
      ) : (
        <Box pb={6}>
          {studies.map((study) => (
            <StudyRow key={study.id} study={study} />
          ))}
        </Box>
      )}
    </Panel>
  )
}

function StudyRow({ study }: { study: ActiveStudy }) {
  const projectId = useProjectId()
  const { id: studyId, question, answer_count: answers, max_answers: most, ends_at } = study
  const said =
    most === null ? plural(answers, 'answer') : `${formatNumber(answers)} of ${plural(most, 'answer')}`
  return (
    <PlainLink to="/p/$projectId/studies/$studyId" params={{ projectId, studyId }} className={classes.study}>
      <Text size="sm" lineClamp={2} dir="auto" className="fn-break">
        {question}
      </Text>
      {most !== null && (
        <Progress value={Math.min(100, (100 * answers) / most)} size={5} mt={6} aria-label={said} />
      )}
      <Group justify="space-between" gap={8} mt={4}>
        <Text size="xs" c="dimmed" className="fn-number">
          {said}
        </Text>
        {ends_at && (
          <Text size="xs" c="dimmed">
            Ends {formatDate(ends_at)}
          </Text>
        )}
      </Group>
    </PlainLink>
  )
}
