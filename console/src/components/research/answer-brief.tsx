// An answer to a study question, with the question.
import { Box, Text } from '@mantine/core'
import type { UserAnswer } from '../../../../src/contract/users/users.ts'
import { IconBulb } from '../../icons/tabler.ts'
import { useProjectId } from '../../session/project.ts'
import { TextLink } from '../links.tsx'
import { Ago } from '../time.tsx'

export function AnswerBrief({ answer }: { answer: UserAnswer }) {
  const projectId = useProjectId()
  return (
    <Box py={8}>
      <Text size="xs" c="dimmed" dir="auto" className="fn-break">
        <IconBulb size={13} aria-hidden /> Asked:{' '}
        <TextLink
          to="/p/$projectId/studies/$studyId"
          params={{ projectId, studyId: answer.study_id }}
          inherit
        >
          {answer.question}
        </TextLink>
      </Text>
      <Text size="sm" mt={2} dir="auto" className="fn-break">
        {answer.answer}
      </Text>
      <Text size="xs" c="dimmed" mt={2}>
        <Ago at={answer.posted_at} />
      </Text>
    </Box>
  )
}
