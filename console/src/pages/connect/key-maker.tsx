// Creates a key with one click, shows it once, and inserts it into the set-ups.
import { Button, Group, Stack, Text } from '@mantine/core'
import { api, projectPath } from '../../api.ts'
import { CopyLine } from '../../components/copy.tsx'
import { TextLink } from '../../components/links.tsx'
import { sayFailed } from '../../components/notices.tsx'
import { OnlyOnce } from '../../components/projects/new-secret.tsx'
import { formatDate } from '../../format.ts'
import { useChange } from '../../queries.ts'
import { useMay, useProjectId } from '../../session/project.ts'
import { KEY_PLACEHOLDER } from './connection.ts'

export function KeyMaker({ fresh, onMade }: { fresh: string | null; onMade: (key: string) => void }) {
  const mayCreate = useMay('owner')
  const projectId = useProjectId()
  const make = useChange(
    (_: undefined, id) =>
      api.post(projectPath(id, 'keys'), {
        name: `Quick start, ${formatDate(new Date().toISOString())}`,
      }),
    { onDone: ({ key }) => onMade(key) },
  )
  if (fresh !== null)
    return (
      <Stack gap="xs">
        <OnlyOnce noun="key" />
        <CopyLine text={fresh} label="key" />
        <Text size="sm" c="dimmed">
          It’s already filled in below.
        </Text>
      </Stack>
    )
  if (!mayCreate)
    return (
      <Text size="sm" c="dimmed">
        Only project owners can create keys. Ask an owner for a key, then replace {KEY_PLACEHOLDER} with it.
      </Text>
    )
  return (
    <Group gap="sm">
      <Button loading={make.isPending} onClick={() => make.mutate(undefined, { onError: sayFailed })}>
        Create key
      </Button>
      <Text size="sm" c="dimmed">
        Or use an existing key.{' '}
        <TextLink to="/p/$projectId/settings/keys" params={{ projectId }} inherit underline="always">
          View all keys
        </TextLink>
      </Text>
    </Group>
  )
}
