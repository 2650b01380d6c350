// A small action with an icon, and a name for screen readers and on hover.
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

type IconButtonProps = { label: string; onClick: () => void; size?: number; children: ReactNode }

export function IconButton({ label, onClick, size = 28, children }: IconButtonProps) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon variant="subtle" color="gray" size={size} onClick={onClick} aria-label={label}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}
