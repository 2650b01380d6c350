// What people and the digest did to this issue.
import { Stack, Text } from '@mantine/core'
import { AuditSentence } from '../../../components/audit/audit-sentence.tsx'
import { ShowMore } from '../../../components/lists/show-more.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Failed, Rows } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { useList } from '../../../queries.ts'

const AT_A_TIME = 10

export function IssueHistory({ issueId }: { issueId: string }) {
  const history = useList(['audit'], { subject: issueId, limit: AT_A_TIME })
  return (
    <Panel title="History">
      {history.isPending && <Rows count={2} height={18} />}
      {history.error && <Failed error={history.error} retry={() => void history.refetch()} />}
      {history.isSuccess && history.items.length === 0 && (
        <Text size="sm" c="dimmed">
          No changes yet.
        </Text>
      )}
      <Stack gap="sm" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {history.items.map((entry) => (
          <li key={entry.id}>
            <AuditSentence entry={entry} here={issueId} />
            <Text size="xs" c="dimmed">
              <Ago at={entry.at} />
            </Text>
          </li>
        ))}
      </Stack>
      <ShowMore of={history} />
    </Panel>
  )
}
