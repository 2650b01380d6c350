// Merges two themes: find the other one, compare both, and choose which one remains.
import { Radio, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { closestOptions } from '../../../components/forms/closest-options.ts'
import { sayFailed, sayUndoable } from '../../../components/notices.tsx'
import { plural } from '../../../format.ts'
import { ThemeDialog } from './theme-dialog.tsx'
import { useThemeDecisions } from './use-themes.ts'

type MergeThemeProps = { study: Study; theme: Theme; others: Theme[]; onClose: () => void }

export function MergeTheme({ study, theme, others, onClose }: MergeThemeProps) {
  const [otherId, setOtherId] = useState<string | null>(null)
  const [keptId, setKeptId] = useState<string | null>(null)
  const { merge, unmerge } = useThemeDecisions(study.id)
  const other = others.find(({ id }) => id === otherId)
  const sides = other && sidesOf(theme, other, keptId)
  const mergeSides = ({ from, into }: Sides) => {
    const undo = () => unmerge.mutateAsync(from.id).catch(sayFailed)
    const onSuccess = () => {
      onClose()
      sayUndoable(`Merged “${from.title}” into “${into.title}”.`, undo)
    }
    merge.mutate({ from, into }, { onSuccess })
  }
  return (
    <ThemeDialog
      title="Merge two themes"
      action="Merge"
      disabled={!sides}
      decision={merge}
      onSubmit={() => sides && mergeSides(sides)}
      onClose={onClose}
    >
      <Text size="sm" dir="auto" className="fn-break">
        “{theme.title}” and another theme become one.
      </Text>
      <Select
        label="Merge with"
        placeholder="Choose a theme"
        searchable
        filter={closestOptions}
        data-autofocus
        data={others.map(({ id, title, answer_count }) => ({
          value: id,
          label: `${title} (${answer_count})`,
        }))}
        value={otherId}
        onChange={setOtherId}
      />
      {sides && <WhichRemains sides={sides} onChoose={setKeptId} />}
    </ThemeDialog>
  )
}

type Sides = { from: Theme; into: Theme; both: [Theme, Theme] }

/** The theme with more answers remains by default. */
function sidesOf(theme: Theme, other: Theme, keptId: string | null): Sides {
  const larger = other.answer_count > theme.answer_count ? other : theme
  const into = [theme, other].find(({ id }) => id === keptId) ?? larger
  return { into, from: into === theme ? other : theme, both: [theme, other] }
}

function WhichRemains({ sides, onChoose }: { sides: Sides; onChoose: (id: string) => void }) {
  const { from, into, both } = sides
  return (
    <>
      <Radio.Group label="Which theme do you want to keep?" value={into.id} onChange={onChoose}>
        <Stack gap="xs" mt="xs">
          {both.map(({ id, title, answer_count }) => (
            <Radio
              key={id}
              value={id}
              label={title}
              description={plural(answer_count, 'answer')}
              dir="auto"
              className="fn-break"
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" dir="auto" className="fn-break">
        {plural(from.answer_count, 'answer')} from “{from.title}” will move to “{into.title}”. You can undo
        this.
      </Text>
    </>
  )
}
