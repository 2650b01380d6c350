// A page outside of any project: the product's mark and one card.
import { Box, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './entry-card.module.css'

type EntryCardProps = {
  title: string
  about?: ReactNode
  children?: ReactNode
  /** Secondary text below the card. */
  below?: ReactNode
}

export function EntryCard({ title, about, children, below }: EntryCardProps) {
  useDocumentTitle(`${title} · Fieldnote`)
  return (
    <Box component="main" className={classes.page}>
      <Box className={classes.mark}>
        <img src="/icon.svg" alt="" width={30} height={30} />
        <Text fw={650} size="lg">
          Fieldnote
        </Text>
      </Box>
      <Box className={classes.card}>
        <Title order={1} size="h3" dir="auto" className="fn-break">
          {title}
        </Title>
        {about && (
          <Text c="dimmed" size="sm" mt={4} component="div" dir="auto" className="fn-break">
            {about}
          </Text>
        )}
        {children && <Stack mt="lg">{children}</Stack>}
      </Box>
      {below && (
        <Text c="dimmed" size="sm" className={classes.below} component="div">
          {below}
        </Text>
      )}
    </Box>
  )
}
