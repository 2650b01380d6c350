// On a merged issue: a link to the one that contains it now.
import { Alert, Button, Group, Text } from '@mantine/core'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { TextLink } from '../../../components/links.tsx'
import { IconGitMerge } from '../../../icons/tabler.ts'
import { useResource } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { useIssueActions } from '../use-issue-actions.ts'

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
