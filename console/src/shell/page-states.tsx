// What a page shows when there is nothing of its own to show: loading, missing, failed.
import { Button, Center, Code, Loader, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function PageLoading() {
  return (
    <Center mih="60vh">
      <Loader role="status" aria-label="Loading" />
    </Center>
  )
}

export function PageMissing() {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="xs" maw={420} ta="center">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed">This page doesn’t exist, or you’re not a member of its project.</Text>
        <Button component={Link} to="/" variant="light" mt="sm">
          Go to overview
        </Button>
      </Stack>
    </Center>
  )
}

export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="xs" maw={520} ta="center" role="alert">
        <Title order={1}>Couldn’t show this page</Title>
        <Text c="dimmed">No data was lost on the server. Here’s what went wrong:</Text>
        <Code block>{error instanceof Error ? error.message : String(error)}</Code>
        <Button variant="light" mt="sm" onClick={() => (reset ? reset() : window.location.reload())}>
          Try again
        </Button>
      </Stack>
    </Center>
  )
}
