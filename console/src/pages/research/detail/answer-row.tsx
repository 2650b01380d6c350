// One answer: its text, user, conversation and time.
import { Box, Group, Text } from '@mantine/core'
import type { StudyAnswer } from '../../../../../src/contract/research/studies.ts'
import { SentimentLabel } from '../../../components/labels.tsx'
import { TextLink } from '../../../components/links.tsx'
import { InteractionLink } from '../../../components/observations/interaction-link.tsx'
import { SOURCE_NAMES } from '../../../components/observations/source-names.ts'
import { Ago } from '../../../components/time.tsx'
import { useProjectId } from '../../../session/project.ts'
import classes from './answer-row.module.css'

type AnswerRowProps = {
  answer: StudyAnswer
  /** All listed answers are in the chosen theme, so rows need not name it. */
  inOneTheme: boolean
}

export function AnswerRow({ answer, inOneTheme }: AnswerRowProps) {
  const projectId = useProjectId()
  return (
    <Box className={classes.answer}>
      <Text size="sm" dir="auto" className={classes.text}>
        {answer.answer}
      </Text>
      <Group gap="4px 14px" className={classes.facts}>
        <span dir="auto" className="fn-break">
          User{' '}
          <TextLink
            to="/p/$projectId/users/$userId"
            params={{ projectId, userId: answer.user_id }}
            size="xs"
            underline="always"
          >
            {answer.user_id}
          </TextLink>
        </span>
        <span dir="auto" className="fn-break">
          Conversation{' '}
          <TextLink
            to="/p/$projectId/observations"
            params={{ projectId }}
            search={{ interaction_id: answer.interaction_id }}
            size="xs"
            underline="always"
          >
            {answer.interaction_id}
          </TextLink>
        </span>
        <InteractionLink interactionId={answer.interaction_id} />
        <span>via {SOURCE_NAMES[answer.source]}</span>
        {answer.sentiment && <SentimentLabel sentiment={answer.sentiment} />}
        {answer.theme && !inOneTheme && (
          <span dir="auto" className="fn-break">
            Theme: {answer.theme.title}
          </span>
        )}
        <Ago at={answer.posted_at} />
      </Group>
    </Box>
  )
}
