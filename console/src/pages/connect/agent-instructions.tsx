// Instructions for the team's own agents, ready to paste.
import { Text } from '@mantine/core'
import { CodeBlock } from '../../components/copy.tsx'
import { Panel } from '../../components/panel.tsx'
import { SYSTEM_PROMPT, SYSTEM_PROMPT_NOTE } from './system-prompt.ts'

export function AgentInstructions() {
  return (
    <Panel title="Tell your agent" about="Add this to the system prompt of an agent that you build.">
      <CodeBlock code={SYSTEM_PROMPT} label="System prompt" wrap />
      <Text size="sm" c="dimmed" mt="xs">
        {SYSTEM_PROMPT_NOTE}
      </Text>
    </Panel>
  )
}
