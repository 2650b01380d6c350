// What people merged into this issue, and the way to take it out again.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { TextLink } from '../../../components/links.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { IconGitMerge } from '../../../icons/tabler.ts'
import { useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
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

/** A merged issue leads on to the one that it went into. */
export function MergedNotice({ issue, into }: { issue: Issue; into: string }) {
  const projectId = useProjectId()
  const mayEdit = useMay('editor')
  const target = useResource(['issues', into])
  const { unmerge } = useIssueActions()
  return (
    <Alert color="gray" icon={<IconGitMerge size={18} />} title="This issue was merged">
      <Group justify="space-between" gap="sm">
        <Text size="sm" dir="auto" className="fn-break" flex="1 1 240px">
          Its observations are now in{' '}
          <TextLink to="/p/$projectId/issues/$issueId" params={{ projectId, issueId: into }} inherit fw={560}>
            {target.data?.id === into ? target.data.title : 'another issue'}
          </TextLink>
          .
        </Text>
        {mayEdit && (
          <Button size="xs" variant="default" onClick={() => void unmerge([issue])}>
            Undo merge
          </Button>
        )}
      </Group>
    </Alert>
  )
}
