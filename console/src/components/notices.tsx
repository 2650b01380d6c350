// Notices after an action: done, with undo, or failed, with the reason.
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError, UNAUTHORIZED } from '../api.ts'
import { TextLink } from './links.tsx'

export const sayDone = (message: string): void => void notifications.show({ message, autoClose: 4_000 })

export function sayFailed(error: Error): void {
  if (error instanceof ApiError && error.status === UNAUTHORIZED) return // the sign-in dialog already says so
  notifications.show({
    color: 'red',
    title: 'Something went wrong',
    message: error.message,
    autoClose: 8_000,
  })
}

/** The issue that an action created or filled, linked from the notice. */
export type IssueAt = { projectId: string; issueId: string }

/** Offers to undo an action instead of asking first. Returns a function that removes the offer. */
export function sayUndoable(message: string, undo: () => unknown, issue?: IssueAt): () => void {
  const id = notifications.show({
    autoClose: 10_000,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="fn-break">
          {message} {issue && <ViewIssue at={issue} />}
        </Text>
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            notifications.hide(id)
            Promise.resolve(undo()).catch(sayFailed)
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
  return () => notifications.hide(id)
}

/** Not on the page of the issue itself. */
function ViewIssue({ at }: { at: IssueAt }) {
  return (
    <TextLink
      to="/p/$projectId/issues/$issueId"
      params={at}
      activeProps={{ style: { display: 'none' } }}
      underline="always"
      inherit
    >
      View issue
    </TextLink>
  )
}
