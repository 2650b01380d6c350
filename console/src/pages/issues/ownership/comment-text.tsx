// A rendered comment: Markdown in which `@ada@example.com` is a person and `#142` links to that issue.
import { useMemo } from 'react'
import type { Comment } from '../../../../../src/contract/issues/ownership.ts'
import type { Refer } from '../../../components/guidelines/draw-markdown.ts'
import { Markdown } from '../../../components/guidelines/markdown.tsx'
import type { Inline } from '../../../components/guidelines/parse-inline.ts'
import { useProjectId } from '../../../session/project.ts'

export function CommentText({ comment }: { comment: Comment }) {
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
