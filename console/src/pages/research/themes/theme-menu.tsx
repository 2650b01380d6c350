// Actions for a theme: rename, merge, split.
import { ActionIcon, Menu } from '@mantine/core'
import { useState } from 'react'
import type { Study } from '../../../../../src/contract/research/studies.ts'
import type { Theme } from '../../../../../src/contract/research/themes.ts'
import { IconArrowMerge, IconArrowsSplit, IconDots, IconPencil } from '../../../icons/tabler.ts'
import { MergeTheme } from './merge-theme.tsx'
import { RenameTheme } from './rename-theme.tsx'
import { SplitTheme } from './split-theme.tsx'

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
