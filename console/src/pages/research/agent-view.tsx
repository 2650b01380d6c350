// A study exactly as an agent gets it from get_active_studies.
import { Text } from '@mantine/core'
import type { StudyEntry } from '../../../../src/contract/research/research.ts'
import { CodeBlock } from '../../components/copy.tsx'

export function AgentView({ entry }: { entry: StudyEntry }) {
  return (
    <>
      <CodeBlock code={JSON.stringify(entry, null, 2)} label="Study as an agent sees it" wrap />
      <Text size="xs" c="dimmed" mt="xs">
        One entry from get_active_studies, for a user who hasn’t answered yet. Agents don’t see the dates, the
        answer limit, or the share of users. Fieldnote applies those before it lists a study.
      </Text>
    </>
  )
}
