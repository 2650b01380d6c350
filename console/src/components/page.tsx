// How every page is laid out: a title, what it is for, its actions, and its content.
import { Box, Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './page.module.css'

type PageProps = {
  title: string
  /** In place of the title's text: a title that can be changed. */
  heading?: ReactNode
  /** One short sentence below the title. */
  about?: ReactNode
  /** Above the title: the way back. */
  above?: ReactNode
  actions?: ReactNode
  /**
   * `wide` for lists and charts; `text` for forms, which begin where lists do: going from one to the other moves nothing.
   * `alone` for a form in the middle, and `full` for a list with a detail beside it.
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
