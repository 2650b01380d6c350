// Names a theme permanently.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { sayDone } from '../../../components/notices.tsx'
import { ThemeDialog } from './theme-dialog.tsx'
import { useThemeDecisions } from './use-themes.ts'

type RenameThemeProps = { study: Study; theme: Theme; onClose: () => void }

export function RenameTheme({ study, theme, onClose }: RenameThemeProps) {
  const [title, setTitle] = useState(theme.title.slice(0, LIMITS.themeTitleLength))
  const { rename } = useThemeDecisions(study.id)
  const wanted = title.trim()
  const done = () => {
    onClose()
    sayDone('Theme renamed.')
  }
  return (
    <ThemeDialog
      title="Rename theme"
      action="Rename"
      disabled={wanted === '' || wanted === theme.title}
      decision={rename}
      onSubmit={() => rename.mutate({ theme, title: wanted }, { onSuccess: done })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The digest won’t change this name."
        maxLength={LIMITS.themeTitleLength}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </ThemeDialog>
  )
}
