// What a form holds, kept in this tab until it is saved or discarded: a reload, a wrong click or a closed drawer loses nothing.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useProjectId } from '../../session/project.ts'

/** The saved values when typing began, and the form's last values. */
type Kept<T> = { from: T; values: T }

export type KeptDraft<T extends object> = ReturnType<typeof useKeptDraft<T>>

export function useKeptDraft<T extends object>(name: string, current: T) {
  const key = `fieldnote-draft-${useProjectId()}-${name}`
  const [saved] = useState(current)
  const [found, setFound] = useState(
    () => JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept<T> | null,
  )
  const forget = () => {
    sessionStorage.removeItem(key)
    setFound(null)
  }
  const from = found?.from ?? saved
  return {
    saved,
    /** The form's initial values: those saved by now, with the changes made here. */
    begin: found ? { ...saved, ...changes(found) } : saved,
    /** The values when typing began, to detect that somebody else changed them since. */
    from,
    isRestored: found !== null,
    keep: (values: T) => {
      if (isSame(values, saved)) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify({ from, values } satisfies Kept<T>))
    },
    forget,
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function changes<T extends object>({ from, values }: Kept<T>): Partial<T> {
  const changed = Object.entries(values).filter(([field, value]) => !isSame(value, from[field as keyof T]))
  return Object.fromEntries(changed) as Partial<T>
}

/** Says that a form begins with what was typed before, and offers to begin anew. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert color="gray" p="xs" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">Your unsaved changes from earlier are back.</Text>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard changes
        </Button>
      </Group>
    </Alert>
  )
}
