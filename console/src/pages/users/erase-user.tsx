// Erases everything about a user after the id was typed, because it cannot be undone.
import { Code, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EndUser, UserErased } from '../../../../src/contract/users/users.ts'
import { api, projectPath } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { plural } from '../../format.ts'
import { useChange, useRefresh } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'

type EraseUserProps = {
  userId: string
  /** The user's data until it is erased. */
  known: EndUser | undefined
  opened: boolean
  onClose: () => void
}

export function EraseUser({ userId, known, opened, onClose }: EraseUserProps) {
  const [typed, setTyped] = useState('')
  const refresh = useRefresh()
  const erase = useChange((_: undefined, projectId) => api.delete(projectPath(projectId, 'users', userId)), {
    onDone: () => void refresh('observations'),
  })
  const close = () => {
    setTyped('')
    erase.reset()
    onClose()
  }
  if (erase.data) return <Erased erased={erase.data} opened={opened} onClose={close} />
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title="Erase this user?"
      action="Erase permanently"
      disabled={typed !== userId}
      busy={erase.isPending}
      error={erase.error}
      onConfirm={() => erase.mutate(undefined)}
    >
      <Text size="sm">This permanently deletes:</Text>
      <List size="sm" spacing={4}>
        <List.Item>{plural(known?.observation_count ?? 0, 'observation')} about this user</List.Item>
        <List.Item>{plural(known?.answer_count ?? 0, 'study answer')} from this user</List.Item>
        <List.Item>Every quote from them in issues, and their part in all counts</List.Item>
      </List>
      <Text size="sm">
        The audit log records that a user was erased and by whom, but not the user ID. Export first if you
        need a copy.
      </Text>
      <TextInput
        label={
          <>
            Type{' '}
            <Code dir="auto" className="fn-break">
              {userId}
            </Code>{' '}
            to confirm
          </>
        }
        aria-label={`Type ${userId} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Confirm>
  )
}

function Erased({ erased, opened, onClose }: { erased: UserErased; opened: boolean; onClose: () => void }) {
  const projectId = useProjectId()
  return (
    <Modal opened={opened} onClose={onClose} title="User erased" centered>
      <Stack>
        <Text size="sm" role="status">
          Erased {plural(erased.observations, 'observation')} and {plural(erased.answers, 'answer')}.
        </Text>
        <Group justify="flex-end">
          <ButtonLink to="/p/$projectId/users" params={{ projectId }}>
            Back to users
          </ButtonLink>
        </Group>
      </Stack>
    </Modal>
  )
}
