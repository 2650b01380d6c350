// Deletes a tag. One that is on nothing comes back with one click; the others ask, because their places are lost.
import { Button, Group, Menu, Modal, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { TagDetail } from '../../../../src/contract/admin.ts'
import { api, projectPath } from '../../api.ts'
import { sayDone, sayFailed, sayUndoable } from '../../components/notices.tsx'
import { plural } from '../../format.ts'
import { useChange } from '../../queries.ts'

export function DeleteTagItem({ tag }: { tag: TagDetail }) {
  const [asking, setAsking] = useState(false)
  const remove = useTagRemoval()
  return (
    <>
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={16} />}
        closeMenuOnClick={tag.observation_count === 0}
        onClick={() => (tag.observation_count === 0 ? remove(tag) : setAsking(true))}
      >
        Delete
      </Menu.Item>
      <Modal opened={asking} onClose={() => setAsking(false)} title={`Delete “${tag.label}”?`} centered>
        <Text size="sm">
          It is taken off {plural(tag.observation_count, 'observation')}, and what people confirmed or removed
          by hand is forgotten. This cannot be undone: a new tag of the same label starts over.
        </Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            Keep it
          </Button>
          <Button color="red" onClick={() => remove(tag)}>
            Delete tag
          </Button>
        </Group>
      </Modal>
    </>
  )
}

function useTagRemoval() {
  const restore = useChange(({ label, config }: TagDetail, projectId) =>
    api.post(projectPath(projectId, 'tags'), { label, config }),
  )
  const remove = useChange(
    (tag: TagDetail, projectId) => api.delete(projectPath(projectId, 'tags', tag.id)),
    {
      onDone: (_, tag) =>
        tag.observation_count === 0
          ? sayUndoable(`“${tag.label}” is deleted.`, () => restore.mutate(tag, { onError: sayFailed }))
          : sayDone(`“${tag.label}” is deleted.`),
    },
  )
  return (tag: TagDetail) => remove.mutate(tag, { onError: sayFailed })
}
