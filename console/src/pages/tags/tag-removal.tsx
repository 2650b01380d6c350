// Deletes tags. One that is on nothing comes back with one click; the others ask first, because their places are lost.

import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { TagDetail } from '../../../../src/contract/tags/tags.ts'
import { api, projectPath } from '../../api.ts'
import { sayDone, sayFailed, sayUndoable } from '../../components/notices.tsx'
import { plural } from '../../format.ts'
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

/** Says honestly what is lost with a tag, and asks. */
export function ConfirmTagRemoval({ removal: { asked, keep, forGood } }: { removal: TagRemoval }) {
  return (
    <Modal opened={asked !== null} onClose={keep} title={`Delete “${asked?.label}”?`} centered>
      {asked && (
        <>
          <Text size="sm">
            It will be removed from {plural(asked.observation_count, 'observation')}, and everything people
            confirmed or removed by hand will be lost. This can’t be undone. A new tag with the same label
            starts from scratch.
          </Text>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" data-autofocus onClick={keep}>
              Keep tag
            </Button>
            <Button color="red" onClick={() => forGood(asked)}>
              Delete tag
            </Button>
          </Group>
        </>
      )}
    </Modal>
  )
}
