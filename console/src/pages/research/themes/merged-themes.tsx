// The themes that people merged into this one, and undoing a merge.
import { Button, Group, Text } from '@mantine/core'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { Ago } from '../../../components/time.tsx'
import { plural } from '../../../format.ts'
import { useMay } from '../../../session/project.ts'
import { useThemeDecisions } from './use-themes.ts'

export function MergedThemes({ study, theme }: { study: Study; theme: Theme }) {
  const mayEdit = useMay('editor')
  const { unmerge } = useThemeDecisions(study.id)
  const undo = (id: string) =>
    unmerge.mutate(id, { onSuccess: () => sayDone('Merge undone.'), onError: sayFailed })
  return theme.merged.map(({ id, title, answer_count, merged_at }) => (
    <Group key={id} justify="space-between" gap="xs">
      <Text size="xs" c="dimmed" dir="auto" className="fn-break" flex="1 1 200px">
        Merged into this theme: {title === null ? 'another theme' : `“${title}”`} ·{' '}
        {plural(answer_count, 'answer')} · <Ago at={merged_at} />
      </Text>
      {mayEdit && (
        <Button
          size="compact-xs"
          variant="default"
          loading={unmerge.isPending && unmerge.variables === id}
          onClick={() => undo(id)}
          aria-label={`Undo merge of ${title ?? 'another theme'}`}
        >
          Undo merge
        </Button>
      )}
    </Group>
  ))
}
