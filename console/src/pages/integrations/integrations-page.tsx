// Integrations: alerts and digests, and tickets in the team's tracker.
import { Stack } from '@mantine/core'
import { Page } from '../../components/page.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useResource } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { TargetsPanel } from './targets/targets-panel.tsx'
import { TicketTemplate } from './tickets/ticket-template.tsx'

export function IntegrationsPage() {
  const project = useResource([])
  const owner = useMay('owner')
  return (
    <Page
      title="Integrations"
      about="Send what happens in this project to your team, your tools, and your issue tracker."
    >
      <OwnersOnly what="integrations" />
      {owner && (
        <Loaded of={project} loading={<Rows />}>
          {(detail) => (
            <Stack gap="md">
              <TargetsPanel timeZone={detail.time_zone} />
              <TicketTemplate key={detail.ticket_template} saved={detail.ticket_template} />
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  )
}
