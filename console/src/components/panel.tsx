// A titled part of a page.
import { Box, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page.module.css'

type PanelProps = {
  title?: string
  about?: ReactNode
  actions?: ReactNode
  /** Content extends to the edges: lists and tables. */
  flush?: boolean
  children: ReactNode
}

export function Panel({ title, about, actions, flush = false, children }: PanelProps) {
  return (
    <Box component="section" className={classes.panel} aria-label={title}>
      {(title || actions) && (
        <Group justify="space-between" align="flex-start" gap="sm" className={classes.panelHead}>
          {/* A text takes as many lines as it needs: what it leads to stays at the right. */}
          <Box miw={about ? 110 : 0} {...(about && { flex: '1 1 0' })}>
            {title && (
              <Title order={2} size="h5" fw={600}>
                {title}
              </Title>
            )}
            {about && (
              <Text size="sm" c="dimmed" component="div">
                {about}
              </Text>
            )}
          </Box>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      <Box className={classes.panelBody} data-flush={flush || undefined}>
        {children}
      </Box>
    </Box>
  )
}
