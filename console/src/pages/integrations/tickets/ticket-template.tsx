// The tracker's form that "Create ticket" opens, filled with an issue. No secret is needed: people stay signed in there.
import { Anchor, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import {
  TICKET_PLACES,
  TICKET_PRESETS,
  templateFault,
} from '../../../../../src/contract/integrations/ticket-templates.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { api, projectPath } from '../../../api.ts'
import { sayUndoable } from '../../../components/notices.tsx'
import { Panel } from '../../../components/panel.tsx'
import { useChange, useRefresh } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'

export function TicketTemplate({ saved }: { saved: string | null }) {
  const [template, setTemplate] = useState(saved ?? '')
  const wanted = template.trim() || null
  const fault = wanted === null ? null : templateFault(wanted)
  const projectId = useProjectId()
  const refresh = useRefresh()
  const patch = (to: string | null) => api.patch(projectPath(projectId), { ticket_template: to })
  const save = useChange(patch, {
    onDone: (_, to) =>
      sayUndoable(to ? 'Issues now have “Create ticket”.' : 'Turned off ticket creation.', async () => {
        await patch(saved)
        await refresh()
      }),
  })
  return (
    <Panel
      title="Tickets"
      about="“Create ticket” on an issue opens your tracker’s own form, filled in. Fieldnote needs no access to it."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(wanted)
        }}
      >
        <Stack gap="sm">
          <Group gap="xs">
            <Text size="sm">Start from:</Text>
            {TICKET_PRESETS.map(({ name, template }) => (
              <Button key={name} variant="default" size="compact-sm" onClick={() => setTemplate(template)}>
                {name}
              </Button>
            ))}
          </Group>
          <Group align="flex-start">
            <TextInput
              aria-label="Address of the form"
              placeholder="https://github.com/acme/ledger/issues/new?title={title}&body={body}"
              flex="1 1 260px"
              maxLength={LIMITS.ticketTemplateLength}
              value={template}
              error={save.error?.message ?? (fault && template !== saved ? `This ${fault}.` : undefined)}
              onChange={(event) => setTemplate(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="default"
              loading={save.isPending}
              disabled={wanted === saved || fault !== null}
            >
              Save
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {TICKET_PLACES.map((place) => (
              <Fragment key={place}>
                <Code>{`{${place}}`}</Code>{' '}
              </Fragment>
            ))}
            are filled in. How a closed ticket resolves its issue:{' '}
            <Anchor underline="always" href="/docs/integrations.md" target="_blank" inherit>
              integrations guide
            </Anchor>
            .
          </Text>
        </Stack>
      </form>
    </Panel>
  )
}
