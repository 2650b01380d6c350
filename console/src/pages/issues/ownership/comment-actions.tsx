// Actions for a comment. Deleting asks first, because it cannot be undone.
import { Anchor, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Comment } from '../../../../../src/contract/issues/ownership.ts'
import { api, projectPath } from '../../../api.ts'
import { Confirm } from '../../../components/forms/confirm.tsx'
import { sayDone } from '../../../components/notices.tsx'
import { useChange } from '../../../queries.ts'
import { useMay } from '../../../session/project.ts'

type CommentActionsProps = { issueId: string; comment: Comment; onEdit: () => void }

export function CommentActions({ issueId, comment, onEdit }: CommentActionsProps) {
  const mayDelete = useMay('owner') || comment.own
  const [asking, { open, close }] = useDisclosure(false)
  const remove = useChange(
    (_: undefined, projectId) =>
      api.delete(projectPath(projectId, 'issues', issueId, 'comments', comment.id)),
    { onDone: () => sayDone('Deleted the comment.') },
  )
  return (
    <Group gap={8} ml="auto">
      {comment.own && (
        <Anchor component="button" type="button" size="xs" onClick={onEdit}>
          Edit
        </Anchor>
      )}
      {mayDelete && (
        <Anchor component="button" type="button" size="xs" c="dimmed" onClick={open}>
          Delete
        </Anchor>
      )}
      <Confirm
        opened={asking}
        onClose={close}
        title="Delete this comment?"
        action="Delete comment"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined)}
      >
        <Text size="sm">
          {comment.own ? 'It' : `What ${comment.author_name} wrote`} will be permanently deleted.
        </Text>
      </Confirm>
    </Group>
  )
}
