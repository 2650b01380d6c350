// The tracker form that "Create ticket" opens with an issue's text. It needs no secret, because people are signed in
// there.
import { Anchor, Button, Code, Group, Stack, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import {
  TICKET_PLACES,
  TICKET_PRESETS,
  templateFault,
} from '../../../../../src/contract/integrations/ticket-templates.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { api, projectPath } from '../../../api.ts'
import { LineForm } from '../../../components/forms/line-form.tsx'
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
      sayUndoable(
        to ? '“Create ticket” is now available on issues.' : 'Turned off ticket creation.',
        async () => {
          await patch(saved)
          await refresh()
        },
      ),
  })
  return (
    <Panel
      title="Tickets"
      about="“Create ticket” on an issue opens your tracker’s own form, filled in. Fieldnote doesn’t need access to it."
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
        <LineForm
          label="Form URL"
          placeholder="https://github.com/acme/ledger/issues/new?title={title}&body={body}"
          maxLength={LIMITS.ticketTemplateLength}
          value={template}
          onChange={setTemplate}
          onSave={() => save.mutate(wanted)}
          saving={save}
          idle={wanted === saved || fault !== null}
          error={fault && template !== saved ? `This ${fault}.` : undefined}
        />
        <Text size="xs" c="dimmed">
          {TICKET_PLACES.map((place) => (
            <Fragment key={place}>
              <Code>{`{${place}}`}</Code>{' '}
            </Fragment>
          ))}
          are filled in. To resolve an issue when its ticket closes, see the{' '}
          <Anchor underline="always" href="/docs/use/tickets" target="_blank" inherit>
            integrations guide
          </Anchor>
          .
        </Text>
      </Stack>
    </Panel>
  )
}
