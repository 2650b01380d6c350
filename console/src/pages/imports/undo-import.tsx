// Removes all observations of an import.
import { Text } from '@mantine/core'
import type { Import } from '../../../../src/contract/imports/imports.ts'
import { api, projectPath } from '../../api.ts'
import { Confirm } from '../../components/forms/confirm.tsx'
import { plural } from '../../format.ts'
import { useChange } from '../../queries.ts'

export function UndoImport({ of, onClose }: { of: Import | null; onClose: () => void }) {
  const undo = useChange(({ id }: Import, projectId) => api.delete(projectPath(projectId, 'imports', id)), {
    onDone: onClose,
  })
  return (
    <Confirm
      opened={of !== null}
      onClose={onClose}
      title="Undo this import?"
      action="Undo import"
      onConfirm={() => of && undo.mutate(of)}
      busy={undo.isPending}
      error={undo.error}
    >
      <Text size="sm">
        {of && `${plural(of.stored, 'observation')} from ${of.name} will be removed, and all counts updated.`}{' '}
        Issues with no other observations are deleted too. You can import the file again later.
      </Text>
    </Confirm>
  )
}
