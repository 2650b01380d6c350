// A comment as it reads: Markdown, in which `@ada@example.com` is a person and `#142` leads to that issue.
import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import type { Comment } from '../../../../../src/contract/issues/ownership.ts'
import { useProjectId } from '../../../session/project.ts'

const MarkdownText = lazy(() =>
  import('../../../components/guidelines/markdown-text.tsx').then((file) => ({ default: file.MarkdownText })),
)

export function CommentText({ comment }: { comment: Comment }) {
  const projectId = useProjectId()
  const change = useMemo(() => withReferences(projectId, comment), [projectId, comment])
  return (
    <Suspense fallback={<Skeleton height={40} />}>
      <MarkdownText text={comment.body} change={change} />
    </Suspense>
  )
}

type Node = { type: string; value?: string; url?: string; children?: Node[] }

const REFERENCE = /(?<![\w.@])@([\w.!$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+)|(?<![\w#&/])#(\d{1,9})\b/g

/** Walks the parsed text; what is code, or a link already, is left alone. */
function withReferences(projectId: string, { mentions }: Comment) {
  const names = new Map(mentions.map(({ email, name }) => [email, name]))
  const link = (url: string, value: string): Node => ({
    type: 'link',
    url,
    children: [{ type: 'text', value }],
  })
  const split = (value: string): Node[] => {
    const parts: Node[] = []
    let end = 0
    for (const match of value.matchAll(REFERENCE)) {
      const [whole, email, number] = match
      const name = names.get(email?.toLowerCase() ?? '')
      if (email && !name) continue
      parts.push({ type: 'text', value: value.slice(end, match.index) })
      parts.push(
        number ? link(`/p/${projectId}/issues/${number}`, whole) : link(`mailto:${email}`, `@${name}`),
      )
      end = match.index + whole.length
    }
    return [...parts, { type: 'text', value: value.slice(end) }]
  }
  const walk = (node: Node): void => {
    if (node.type === 'link' || !node.children) return
    node.children = node.children.flatMap((child) => {
      walk(child)
      return child.type === 'text' ? split(child.value ?? '') : [child]
    })
  }
  return walk
}
