// The comments on an issue, the oldest first.
import { Avatar, Box, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import type { Comment } from '../../../../../src/contract/issues/ownership.ts'
import { api, projectPath } from '../../../api.ts'
import { ShowMore } from '../../../components/lists/show-more.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Failed } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { useChange, useList } from '../../../queries.ts'
import { CommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentText } from './comment-text.tsx'
import { useDraft } from './draft.ts'

export function Comments({ issue, mayEdit }: { issue: Issue; mayEdit: boolean }) {
  const comments = useList(['issues', issue.id, 'comments'], {}, { enabled: issue.comment_count > 0 })
  if (issue.comment_count === 0 && !mayEdit) return null
  const shown = issue.comment_count > 0 ? comments.items.toReversed() : []
  return (
    <Panel title="Comments">
      <Stack gap="md">
        {comments.error && <Failed error={comments.error} retry={() => void comments.refetch()} />}
        <ShowMore of={comments} />
        {shown.map((comment) => (
          <OneComment key={comment.id} issueId={issue.id} comment={comment} mayEdit={mayEdit} />
        ))}
        {mayEdit && <NewComment key={issue.id} issueId={issue.id} />}
      </Stack>
    </Panel>
  )
}

function NewComment({ issueId }: { issueId: string }) {
  const draft = useDraft(`fieldnote-comment-${issueId}`)
  const write = useChange(
    (body: string, projectId) => api.post(projectPath(projectId, 'issues', issueId, 'comments'), { body }),
    { onDone: (_, body) => draft.clear(body) },
  )
  return (
    <CommentForm
      label="New comment"
      action="Comment"
      body={draft.text}
      onChange={draft.write}
      busy={write.isPending}
      error={write.error}
      onSave={() => write.mutate(draft.text)}
    />
  )
}

type OneCommentProps = { issueId: string; comment: Comment; mayEdit: boolean }

function OneComment({ issueId, comment, mayEdit }: OneCommentProps) {
  const [editing, { open, close }] = useDisclosure(false)
  const [body, setBody] = useState('')
  const edit = () => {
    setBody(comment.body)
    open()
  }
  const change = useChange(
    (body: string, projectId) =>
      api.patch(projectPath(projectId, 'issues', issueId, 'comments', comment.id), { body }),
    { onDone: close },
  )
  return (
    <Group gap={10} wrap="nowrap" align="flex-start" component="article">
      <Avatar name={comment.author_name} size={28} color="moss" aria-hidden />
      <Box flex={1} miw={0}>
        <Group gap={8}>
          <Text size="sm" fw={600} className="fn-break">
            {comment.author_name}
          </Text>
          <Text size="xs" c="dimmed">
            <Ago at={comment.created_at} />
            {comment.edited_at && ', edited'}
          </Text>
          {mayEdit && !editing && <CommentActions issueId={issueId} comment={comment} onEdit={edit} />}
        </Group>
        {editing ? (
          <CommentForm
            label="Edit comment"
            action="Save"
            body={body}
            onChange={setBody}
            busy={change.isPending}
            error={change.error}
            onSave={() => change.mutate(body)}
            onCancel={close}
          />
        ) : (
          <CommentText comment={comment} />
        )}
      </Box>
    </Group>
  )
}
