// Moves answers of a theme to a new one.
import { Box, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { ShowMore } from '../../../components/lists/show-more.tsx'
import { sayDone } from '../../../components/notices.tsx'
import { useList } from '../../../queries.ts'
import { ThemeDialog } from './theme-dialog.tsx'
import classes from './themes.module.css'
import { useThemeDecisions } from './use-themes.ts'

type SplitThemeProps = { study: Study; theme: Theme; onClose: () => void }

export function SplitTheme({ study, theme, onClose }: SplitThemeProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const [title, setTitle] = useState('')
  const list = useList(['studies', study.id, 'answers'], { theme: theme.id })
  const { split } = useThemeDecisions(study.id)
  const done = () => {
    onClose()
    sayDone('Theme split.')
  }
  const named = title.trim()
  return (
    <ThemeDialog
      title="Split theme"
      action="Split"
      disabled={chosen.length === 0 || chosen.length >= theme.answer_count}
      decision={split}
      onSubmit={() =>
        split.mutate(
          { theme, answer_ids: chosen, ...(named !== '' && { title: named }) },
          { onSuccess: done },
        )
      }
      onClose={onClose}
    >
      <TextInput
        label="Name of the new theme"
        placeholder="Generated automatically"
        maxLength={LIMITS.themeTitleLength}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {list.isPending ? (
        <Skeleton height={160} />
      ) : (
        <Checkbox.Group label="Answers that belong to it" value={chosen} onChange={setChosen}>
          <Box className={classes.answers} mt="xs" tabIndex={0}>
            {list.items.map(({ id, answer }) => (
              <Checkbox key={id} value={id} label={answer} dir="auto" className="fn-break" />
            ))}
            <ShowMore of={list} />
          </Box>
        </Checkbox.Group>
      )}
    </ThemeDialog>
  )
}
