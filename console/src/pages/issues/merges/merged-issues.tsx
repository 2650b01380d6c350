// The issues that people merged into this one, and undoing a merge.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { Panel } from '../../../components/panel.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { useResource } from '../../../queries.ts'
import { useIssueActions } from '../use-issue-actions.ts'

export function MergedIssues({ issue, mayEdit }: { issue: Issue; mayEdit: boolean }) {
  const merged = useResource(['issues', issue.id, 'merged'], {
    limit: LIMITS.mergedIssues,
  })
  const { unmerge } = useIssueActions()
  if (!merged.data || merged.data.items.length === 0) return null
  return (
    <Panel title="Merged into this issue">
      <Stack gap="sm">
        {merged.data.items.map((part) => (
          <div key={part.id}>
            <Text size="sm" dir="auto" className="fn-break">
              {part.title}
            </Text>
            <Group justify="space-between" gap="xs" mih={26}>
              <Text size="xs" c="dimmed">
                {plural(part.observation_count, 'observation')} · <Ago at={part.merged_at} />
              </Text>
              {mayEdit && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => void unmerge([part])}
                  aria-label={`Undo merge of ${part.title}`}
                >
                  Undo merge
                </Button>
              )}
            </Group>
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
