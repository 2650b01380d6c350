// The layout of every page: title, description, actions and content.
import { Box, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './page.module.css'

type PageProps = {
  title: string
  /** Replaces the title's text when the title can be edited. */
  heading?: ReactNode
  /** A short sentence below the title. */
  about?: ReactNode
  /** Above the title: a link back. */
  above?: ReactNode
  actions?: ReactNode
  /**
   * `wide` for lists and charts. `text` for forms, which start where lists do, so that navigation moves nothing.
   * `alone` for a centered form, and `full` for a list with a detail next to it.
   */
  width?: 'wide' | 'text' | 'alone' | 'full'
  children: ReactNode
}

export function Page({ title, heading, about, above, actions, width = 'wide', children }: PageProps) {
  useDocumentTitle(`${title} · Fieldnote`)
  return (
    <Box className={classes.page} data-width={width}>
      {above}
      <Group justify="space-between" align="flex-start" gap="sm" className={classes.head}>
        <Box miw={0} flex="1 1 320px">
          {heading ?? (
            <Title order={1} dir="auto" className="fn-break">
              {title}
            </Title>
          )}
          {about && (
            <Text c="dimmed" size="sm" mt={2} component="div">
              {about}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  )
}
