// A key on the spot: made with one click, shown once, and put into the set-ups around it.
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ApiKeyCreated } from '../../../../src/contract/projects/keys.ts'
import { api, projectPath } from '../../api.ts'
import { CopyLine } from '../../components/copy.tsx'
import { sayFailed } from '../../components/notices.tsx'
import { OnlyOnce } from '../../components/projects/new-secret.tsx'
import { formatDate } from '../../format.ts'
import { useChange } from '../../queries.ts'
import { useMay, useProjectId } from '../../session/project.ts'

export function KeyMaker({ fresh, onMade }: { fresh: string | null; onMade: (key: string) => void }) {
  const mayCreate = useMay('owner')
  const projectId = useProjectId()
  const make = useChange(
    (_: undefined, id) =>
      api.post<ApiKeyCreated>(projectPath(id, 'keys'), {
        name: `Made while connecting, ${formatDate(new Date().toISOString())}`,
      }),
    { touches: ['keys'], onDone: ({ key }) => onMade(key) },
  )
  if (fresh !== null)
    return (
      <Stack gap="xs">
        <OnlyOnce noun="key" />
        <CopyLine text={fresh} label="key" />
        <Text size="sm" c="dimmed">
          It is in the set-ups below already.
        </Text>
      </Stack>
    )
  if (!mayCreate)
    return (
      <Text size="sm" c="dimmed">
        Only owners create keys. Ask one of them for a key of this project, then put it in the place of
        YOUR_API_KEY.
      </Text>
    )
  return (
    <Group gap="sm">
      <Button loading={make.isPending} onClick={() => make.mutate(undefined, { onError: sayFailed })}>
        Create a key now
      </Button>
      <Text size="sm" c="dimmed">
        Or use one you have.{' '}
        <Anchor component={Link} to={`/p/${projectId}/settings/keys`} inherit underline="always">
          All keys
        </Anchor>
      </Text>
    </Group>
  )
}
