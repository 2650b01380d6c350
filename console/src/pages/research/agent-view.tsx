// A study exactly as an agent gets it from get_active_studies.
import { Text } from '@mantine/core'
import type { StudyEntry } from '../../../../src/contract/research/research.ts'
import { CodeBlock } from '../../components/copy.tsx'

export function AgentView({ entry }: { entry: StudyEntry }) {
  return (
    <>
      <CodeBlock code={JSON.stringify(entry, null, 2)} label="Study as an agent sees it" wrap />
      <Text size="xs" c="dimmed" mt="xs">
        One entry of get_active_studies, for a user who has not answered yet. Agents see neither dates nor cap
        nor share: the service decides those before it lists a study.
      </Text>
    </>
  )
}
