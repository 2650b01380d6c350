// On pages that a member may read but not change: says who can.
import { Text } from '@mantine/core'
import { useMay } from '../../session/project.ts'

export function OwnersOnly({ what }: { what: string }) {
  if (useMay('owner')) return null
  return (
    <Text size="sm" c="dimmed" mb="md" role="note">
      Only project owners can manage {what}.
    </Text>
  )
}
