// What can be done with a theme: rename it, merge it with another, split answers off.
import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { sayDone } from '../../../components/notices.tsx'
import { IconArrowMerge, IconArrowsSplit, IconDots, IconPencil } from '../../../icons/tabler.ts'
import { MergeTheme } from './merge-theme.tsx'
import { SplitTheme } from './split-theme.tsx'
import { ThemeDialog } from './theme-dialog.tsx'
import { useThemeDecisions } from './use-themes.ts'

type ThemeMenuProps = { study: Study; theme: Theme; others: Theme[] }

export function ThemeMenu({ study, theme, others }: ThemeMenuProps) {
  const [open, setOpen] = useState<'rename' | 'merge' | 'split' | null>(null)
  const close = () => setOpen(null)
  const dialog = { study, theme, onClose: close }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${theme.title}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen('rename')}>
            Rename
          </Menu.Item>
          {others.length > 0 && (
            <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => setOpen('merge')}>
              Merge…
            </Menu.Item>
          )}
          {theme.answer_count > 1 && (
            <Menu.Item leftSection={<IconArrowsSplit size={16} />} onClick={() => setOpen('split')}>
              Split…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'rename' && <RenameTheme {...dialog} />}
      {open === 'merge' && <MergeTheme {...dialog} others={others} />}
      {open === 'split' && <SplitTheme {...dialog} />}
    </>
  )
}

type RenameThemeProps = { study: Study; theme: Theme; onClose: () => void }

/** Gives a theme a name, which stays. */
function RenameTheme({ study, theme, onClose }: RenameThemeProps) {
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
