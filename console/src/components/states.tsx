// Placeholders for content that is loading, empty or failed. Each takes the content's place.
import { Alert, Box, Button, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconAlertTriangle } from '../icons/tabler.ts'
import classes from './page.module.css'

export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Box className={classes.empty}>
      <Text fw={600} c="var(--mantine-color-text)">
        {title}
      </Text>
      {children && (
        <Text size="sm" maw={440} component="div">
          {children}
        </Text>
      )}
      {action && <Box mt="xs">{action}</Box>}
    </Box>
  )
}

export function Failed({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title="Couldn’t load this" role="alert">
      <Text size="sm">{error.message}</Text>
      {retry && (
        <Button size="xs" variant="light" color="red" mt="sm" onClick={retry}>
          Try again
        </Button>
      )}
    </Alert>
  )
}

export function Rows({ count = 6, height = 44 }: { count?: number; height?: number }) {
  return (
    <Stack gap={8} p="md" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={i} height={height} radius="md" />
      ))}
    </Stack>
  )
}

type Read<T> = { data: T | undefined; error: Error | null; refetch: () => unknown }

/** A resource: its content, a placeholder while loading, or an error with a retry button. */
export function Loaded<T>({
  of: { data, error, refetch },
  loading = <Rows />,
  children,
}: {
  of: Read<T>
  loading?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return <>{children(data)}</>
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return <>{loading}</>
}
