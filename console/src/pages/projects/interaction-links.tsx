// The address of conversations in the team's own tool.
import { Text } from '@mantine/core'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import {
  faultOfTemplate,
  INTERACTION_PLACE,
  interactionUrl,
} from '../../../../src/contract/projects/interaction-url.ts'
import { api, projectPath } from '../../api.ts'
import { LineForm } from '../../components/forms/line-form.tsx'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { capitalized } from '../../format.ts'
import { useChange } from '../../queries.ts'

export function InteractionLinks({ template: saved }: { template: string | null }) {
  const [text, setText] = useState(saved ?? '')
  const link = useChange((to: string | null, projectId) =>
    api.patch(projectPath(projectId), { interaction_url: to }),
  )
  const wanted = text.trim() || null
  const fault = wanted === null ? null : faultOfTemplate(wanted)
  const save = () =>
    link.mutate(wanted, {
      onSuccess: () => sayUndoable('Saved the link.', () => link.mutate(saved, { onError: sayFailed })),
    })
  return (
    <Panel
      title="Conversations"
      about={`Turns conversation IDs into links to your own chat or tracing tool. ${INTERACTION_PLACE} stands for the ID.`}
    >
      <LineForm
        label="Conversation URL"
        placeholder={`https://chat.example.com/threads/${INTERACTION_PLACE}`}
        maxLength={LIMITS.linkTemplateLength}
        value={text}
        onChange={setText}
        onSave={save}
        saving={link}
        idle={wanted === saved || fault !== null}
        error={fault ? capitalized(fault) : undefined}
      />
      {wanted && !fault && (
        <Text size="xs" c="dimmed" mt={6} className="fn-break">
          For example {interactionUrl(wanted, 'thread-42')}
        </Text>
      )}
    </Panel>
  )
}
