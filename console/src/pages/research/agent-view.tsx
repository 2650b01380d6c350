// A study as an agent might present it to a user.
import { Box, Text } from '@mantine/core'
import { spokenStudy } from '../../../../src/contract/research/spoken-study.ts'
import classes from './agent-view.module.css'

type AgentViewProps = { question: string; eligibility: string }

export function AgentView({ question, eligibility }: AgentViewProps) {
  if (question.trim() === '')
    return (
      <Text size="sm" c="dimmed">
        Enter a question to see how an agent might ask it.
      </Text>
    )
  return (
    <>
      <Box component="figure" className={classes.talk} aria-label="How an agent might ask">
        <Text size="xs" c="dimmed" component="figcaption">
          Agent
        </Text>
        <Text size="sm" component="blockquote" dir="auto" className={classes.said}>
          {spokenStudy(question)}
        </Text>
      </Box>
      <Text size="xs" c="dimmed" mt="sm" dir="auto" className="fn-break">
        {eligibility.trim() === '' ? 'Asked of everyone.' : `Asked only if: ${eligibility.trim()}`}
      </Text>
      <Text size="xs" c="dimmed" mt={6}>
        An example: each agent finds its own words and a fitting moment, asks once, and lets it go if the user
        would rather not answer.
      </Text>
    </>
  )
}
