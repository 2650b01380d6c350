// The issue's tickets, with a field to paste an address into.
import { ActionIcon, Anchor, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { fillTicket } from '../../../../../src/contract/integrations/ticket-templates.ts'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import type { Ticket } from '../../../../../src/contract/issues/ownership.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { ApiError, api, projectPath } from '../../../api.ts'
import { sayFailed, sayUndoable } from '../../../components/notices.tsx'
import { IconExternalLink, IconLink, IconTicket, IconX } from '../../../icons/tabler.ts'
import { useChange, useResource } from '../../../queries.ts'

export function Tickets({ issue, mayEdit }: { issue: Issue; mayEdit: boolean }) {
  const [linking, { open, close }] = useDisclosure(false)
  const link = useLinkTicket(issue.id)
  if (issue.tickets.length === 0 && !mayEdit) return null
  const dropped = (event: React.DragEvent) => {
    const url = event.dataTransfer.getData('text/uri-list') || event.dataTransfer.getData('text/plain')
    if (!mayEdit || !url) return
    event.preventDefault()
    link.mutate(url, { onError: sayFailed })
  }
  return (
    <Box onDragOver={(event) => mayEdit && event.preventDefault()} onDrop={dropped}>
      {issue.tickets.length > 0 && (
        <Text size="xs" c="dimmed" mb={4}>
          Tickets
        </Text>
      )}
      <Stack gap={4}>
        {issue.tickets.map((ticket) => (
          <TicketLine key={ticket.id} issue={issue} ticket={ticket} mayEdit={mayEdit} />
        ))}
        {mayEdit && !linking && (
          <Group gap={4}>
            {issue.tickets.length === 0 && <CreateTicket issue={issue} onOpened={open} />}
            <Button variant="subtle" size="compact-sm" leftSection={<IconLink size={15} />} onClick={open}>
              Link ticket
            </Button>
          </Group>
        )}
        {mayEdit && linking && <LinkTicket issue={issue} onDone={close} />}
      </Stack>
    </Box>
  )
}

function TicketLine({ issue, ticket, mayEdit }: { issue: Issue; ticket: Ticket; mayEdit: boolean }) {
  const link = useLinkTicket(issue.id)
  const unlink = useChange(
    (_: undefined, projectId) => api.delete(projectPath(projectId, 'issues', issue.id, 'tickets', ticket.id)),
    {
      onDone: () =>
        sayUndoable(`Unlinked ${ticket.label}.`, () => link.mutate(ticket.url, { onError: sayFailed })),
    },
  )
  return (
    <Group gap={4} wrap="nowrap" justify="space-between">
      <Anchor href={ticket.url} target="_blank" rel="noopener noreferrer" size="sm" className="fn-break">
        <IconExternalLink size={14} aria-hidden /> {ticket.label}
      </Anchor>
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Unlink ${ticket.label}`}
          loading={unlink.isPending}
          onClick={() => unlink.mutate(undefined, { onError: sayFailed })}
        >
          <IconX size={14} />
        </ActionIcon>
      )}
    </Group>
  )
}

const useLinkTicket = (issueId: string, onDone?: () => void) =>
  useChange(
    (url: string, projectId) => api.post(projectPath(projectId, 'issues', issueId, 'tickets'), { url }),
    { onDone },
  )

/** Saved as soon as an address is pasted. */
function LinkTicket({ issue, onDone }: { issue: Issue; onDone: () => void }) {
  const [url, setUrl] = useState('')
  const link = useLinkTicket(issue.id, onDone)
  const error = link.error instanceof ApiError ? (link.error.fields.url ?? link.error.message) : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        link.mutate(url)
      }}
    >
      <TextInput
        size="xs"
        aria-label="Ticket URL"
        placeholder="Paste the ticket’s URL"
        autoFocus
        maxLength={LIMITS.ticketUrlLength}
        value={url}
        error={error}
        disabled={link.isPending}
        onChange={(event) => setUrl(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text').trim()
          if (!/^https?:\/\/\S+$/i.test(pasted)) return
          event.preventDefault()
          setUrl(pasted)
          link.mutate(pasted)
        }}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
    </form>
  )
}

// Opens the tracker's own form, filled with the issue; what it becomes there is pasted back here.

/** Nothing where the project has no template. */
function CreateTicket({ issue, onOpened }: { issue: Issue; onOpened: () => void }) {
  const project = useResource([]).data
  if (!project?.ticket_template) return null
  const back = `${window.location.origin}/p/${project.id}/issues/${issue.number}`
  return (
    <Button
      component="a"
      href={fillTicket(project.ticket_template, issue, back)}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      size="xs"
      leftSection={<IconTicket size={15} />}
      onClick={onOpened}
    >
      Create ticket
    </Button>
  )
}
