// Pages that are loading, missing or failed.
import { Button, Center, Code, Loader, Stack, Text, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { ApiError, UNREACHABLE } from '../api.ts'
import { ButtonLink } from '../components/links.tsx'
import classes from './page-states.module.css'

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
        <ButtonLink to="/" variant="light" mt="sm">
          Go to overview
        </ButtonLink>
      </Stack>
    </Center>
  )
}

export function PageFailed({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter()
  const tryAgain = async () => {
    if (!reset || isCodeMissing(error)) return window.location.reload()
    await router.invalidate()
    reset()
  }
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="xs" className={classes.failed} role="alert">
        <Title order={1}>Couldn’t show this page</Title>
        <Reason error={error} />
        <Button variant="light" mt="sm" onClick={() => void tryAgain()}>
          Try again
        </Button>
      </Stack>
    </Center>
  )
}

function Reason({ error }: { error: unknown }) {
  if (isCodeMissing(error)) return <Text c="dimmed">{UNREACHABLE}</Text>
  if (error instanceof ApiError) return <Text c="dimmed">{error.message}</Text>
  return (
    <>
      <Text c="dimmed">No data was lost on the server. Here’s what went wrong:</Text>
      <Code block className={classes.code}>
        {error instanceof Error ? error.message : String(error)}
      </Code>
    </>
  )
}

/** Messages of browsers and the bundler when a page's code or styles failed to load. */
const CODE_MISSING =
  /dynamically imported module|Importing a module script failed|Unable to preload|is not a valid JavaScript MIME type/

const isCodeMissing = (error: unknown): boolean => error instanceof Error && CODE_MISSING.test(error.message)
