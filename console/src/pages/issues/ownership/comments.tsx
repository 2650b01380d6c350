// The comments on an issue, the oldest first.
import { Avatar, Box, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import type { Comment } from '../../../../../src/contract/issues/ownership.ts'
import { api, projectPath } from '../../../api.ts'
import type { Refer } from '../../../components/guidelines/draw-markdown.ts'
import { Markdown } from '../../../components/guidelines/markdown.tsx'
import type { Inline } from '../../../components/guidelines/parse-inline.ts'
import { ShowMore } from '../../../components/lists/show-more.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Failed } from '../../../components/states.tsx'
import { Ago } from '../../../components/time.tsx'
import { useChange, useList } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'
import { CommentActions } from './comment-actions.tsx'
import { CommentForm } from './comment-form.tsx'

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

/** A comment as it reads: Markdown, in which `@ada@example.com` is a person and `#142` leads to that issue. */
function CommentText({ comment }: { comment: Comment }) {
  const projectId = useProjectId()
  const refer = useMemo(() => referTo(projectId, comment), [projectId, comment])
  return <Markdown text={comment.body} refer={refer} placeholder={40} />
}

const REFERENCE = /(?<![\w.@])@([\w.!$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+)|(?<![\w#&/])#(\d{1,9})\b/g

function referTo(projectId: string, { mentions }: Comment): Refer {
  const names = new Map(mentions.map(({ email, name }) => [email, name]))
  const link = (url: string, text: string): Inline => ({
    type: 'link',
    url,
    children: [{ type: 'text', text }],
  })
  return (text) => {
    const parts: Inline[] = []
    let end = 0
    for (const match of text.matchAll(REFERENCE)) {
      const [whole, email, number] = match
      const name = names.get(email?.toLowerCase() ?? '')
      if (email && !name) continue
      parts.push({ type: 'text', text: text.slice(end, match.index) })
      parts.push(
        number ? link(`/p/${projectId}/issues/${number}`, whole) : link(`mailto:${email}`, `@${name}`),
      )
      end = match.index + whole.length
    }
    return [...parts, { type: 'text', text: text.slice(end) }]
  }
}

/**
 * What is being written, kept in this tab until it is sent: a reload, a wrong click or a colleague's comment loses
 * nothing.
 */
function useDraft(key: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  const write = (next: string) => {
    if (next === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, next)
    setText(next)
  }
  return {
    text,
    write,
    /** What was sent is no draft any more; what was written meanwhile is. Also when the page has been left. */
    clear: (sent: string) => sessionStorage.getItem(key) === sent && write(''),
  }
}
