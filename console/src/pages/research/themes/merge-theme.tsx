// Puts all answers of a theme into another, which keeps its name.
import { Select, Text } from '@mantine/core'
import { useState } from 'react'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { sayDone } from '../../../components/notices.tsx'
import { plural } from '../../../format.ts'
import { ThemeDialog } from './theme-dialog.tsx'
import { useThemeDecisions } from './use-themes.ts'

type MergeThemeProps = { study: Study; theme: Theme; others: Theme[]; onClose: () => void }

export function MergeTheme({ study, theme, others, onClose }: MergeThemeProps) {
  const [into, setInto] = useState<string | null>(null)
  const { merge } = useThemeDecisions(study.id, theme)
  const done = () => {
    onClose()
    sayDone('Themes merged.')
  }
  return (
    <ThemeDialog
      title="Merge theme"
      action="Merge"
      disabled={into === null}
      decision={merge}
      onSubmit={() => into && merge.mutate(into, { onSuccess: done })}
      onClose={onClose}
    >
      <Text size="sm" dir="auto" className="fn-break">
        {plural(theme.answer_count, 'answer')} of “{theme.title}” will move. To take some out again later,
        split the theme.
      </Text>
      <Select
        label="Into"
        placeholder="Choose a theme"
        searchable
        data-autofocus
        data={others.map(({ id, title, answer_count }) => ({
          value: id,
          label: `${title} (${answer_count})`,
        }))}
        value={into}
        onChange={setInto}
      />
    </ThemeDialog>
  )
}
