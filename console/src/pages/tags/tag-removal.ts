// Deletes tags. A tag without observations can be restored; others ask first, because their observations are lost.
import { useState } from 'react'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { api, projectPath } from '../../api.ts'
import { sayDone, sayFailed, sayUndoable } from '../../components/notices.tsx'
import { useChange } from '../../queries.ts'

export type TagRemoval = ReturnType<typeof useTagRemoval>

export function useTagRemoval() {
  const [asked, setAsked] = useState<TagDetail | null>(null)
  const restore = useChange(({ label, config }: TagDetail, projectId) =>
    api.post(projectPath(projectId, 'tags'), { label, config }),
  )
  const gone = useChange((tag: TagDetail, projectId) => api.delete(projectPath(projectId, 'tags', tag.id)), {
    onDone: (_, tag) =>
      tag.observation_count === 0
        ? sayUndoable(`Deleted the tag “${tag.label}”.`, () => restore.mutate(tag, { onError: sayFailed }))
        : sayDone(`Deleted the tag “${tag.label}”.`),
  })
  const forGood = (tag: TagDetail) => {
    setAsked(null)
    gone.mutate(tag, { onError: sayFailed })
  }
  return {
    /** The tag to be confirmed. */
    asked,
    remove: (tag: TagDetail) => (tag.observation_count === 0 ? forGood(tag) : setAsked(tag)),
    forGood,
    keep: () => setAsked(null),
  }
}
