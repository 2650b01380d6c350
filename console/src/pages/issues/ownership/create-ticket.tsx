// Opens the tracker's form with the issue's text; the ticket's address is pasted back here.
import { Button } from '@mantine/core'
import { fillTicket } from '../../../../../src/contract/integrations/ticket-templates.ts'
import type { Issue } from '../../../../../src/contract/issues/issues.ts'
import { IconTicket } from '../../../icons/tabler.ts'
import { useResource } from '../../../queries.ts'

/** Hidden if the project has no template. */
export function CreateTicket({ issue, onOpened }: { issue: Issue; onOpened: () => void }) {
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
