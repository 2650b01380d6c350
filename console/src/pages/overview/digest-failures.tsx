// Observations and answers whose digest failed, each with its last error.
import { Box, Group, Modal, Stack, Text } from '@mantine/core'
import { TextLink } from '../../components/links.tsx'
import { ShowMore } from '../../components/lists/show-more.tsx'
import { Empty, Failed, Rows } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { plural } from '../../format.ts'
import { useList } from '../../queries.ts'
import { useProjectId } from '../../session/project.ts'

export function DigestFailures({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Failed items" size="lg">
      {opened && <FailureList />}
    </Modal>
  )
}

function FailureList() {
  const projectId = useProjectId()
  const failures = useList(['digest', 'failures'])
  if (failures.error && !failures.data)
    return <Failed error={failures.error} retry={() => void failures.refetch()} />
  if (!failures.data) return <Rows count={3} />
  if (failures.items.length === 0) return <Empty title="Everything has been digested" />
  return (
    <Stack gap="sm">
      {failures.items.map(({ observation_id, study_id, answer_id, attempts, error, failed_at }) => (
        <Box key={observation_id ?? answer_id}>
          <Group justify="space-between" gap="xs">
            {study_id !== null && (
              <TextLink
                to="/p/$projectId/studies/$studyId"
                params={{ projectId, studyId: study_id }}
                size="sm"
              >
                Open the answer’s study
              </TextLink>
            )}
            {observation_id !== null && (
              <TextLink
                to="/p/$projectId/observations"
                params={{ projectId }}
                search={{ observation: observation_id }}
                size="sm"
              >
                Open observation
              </TextLink>
            )}
            <Text size="xs" c="dimmed">
              {plural(attempts, 'attempt')}, last <Ago at={failed_at} />
            </Text>
          </Group>
          <Text size="sm" ff="monospace" dir="auto" className="fn-break">
            {error}
          </Text>
        </Box>
      ))}
      <ShowMore of={failures} />
    </Stack>
  )
}
