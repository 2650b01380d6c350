// Redaction settings, own patterns and retention, saved together.
import { Button, Group, NumberInput, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { REDACTION_KINDS, type RedactionKind } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { Privacy, PrivacyUpdate } from '../../../../src/contract/privacy/privacy.ts'
import { api, projectPath } from '../../api.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { sayDone } from '../../components/notices.tsx'
import { Panel } from '../../components/panel.tsx'
import { useChange } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { OwnPatterns } from './own-patterns.tsx'
import { TryRedaction } from './try-redaction.tsx'

export function PrivacyForm({ saved }: { saved: Privacy }) {
  const { redacted: _, ...settings } = saved
  const [draft, setDraft] = useState<Required<PrivacyUpdate>>(settings)
  const mayChange = useMay('owner')
  const save = useChange(
    (update: PrivacyUpdate, projectId) => api.put(projectPath(projectId, 'privacy'), update),
    { onDone: () => sayDone('Saved the privacy settings.') },
  )
  const change = (part: Partial<PrivacyUpdate>) => setDraft({ ...draft, ...part })
  const toggle = (kind: RedactionKind, on: boolean) =>
    change({ redact: REDACTION_KINDS.filter((one) => (one === kind ? on : draft.redact.includes(one))) })
  const changed = JSON.stringify(draft) !== JSON.stringify(settings)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(draft)
      }}
    >
      <Stack gap="md">
        <Panel
          title="Redaction"
          about="Matches in titles, descriptions, and answers are replaced with a placeholder before they’re stored. Agents are told about this. What’s already stored doesn’t change."
        >
          <Stack gap="sm">
            {REDACTION_KINDS.map((kind) => (
              <Switch
                key={kind}
                label={KIND_NAMES[kind]}
                description={`Stored as [${kind}]`}
                checked={draft.redact.includes(kind)}
                disabled={!mayChange}
                onChange={(event) => toggle(kind, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </Panel>
        <OwnPatterns
          patterns={draft.patterns}
          error={save.error}
          disabled={!mayChange}
          onChange={(patterns) => change({ patterns })}
        />
        <TryRedaction redact={draft.redact} patterns={draft.patterns} />
        <Panel
          title="Retention"
          about="Older observations and answers are permanently deleted, and all counts updated."
        >
          <NumberInput
            label="Keep for (days)"
            description="Leave empty to keep everything."
            min={1}
            max={LIMITS.retentionDays}
            allowDecimal={false}
            allowNegative={false}
            disabled={!mayChange}
            w={220}
            value={draft.retention_days ?? ''}
            onChange={(value) => change({ retention_days: value === '' ? null : Number(value) })}
          />
        </Panel>
        <FormError error={save.error} />
        {mayChange && (
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!changed}>
              Save
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

/** The kinds of things that can be redacted, in words for people. */
const KIND_NAMES: Record<RedactionKind, string> = {
  email: 'Email addresses',
  phone: 'Phone numbers',
  card: 'Payment card numbers',
  iban: 'Bank account numbers (IBAN)',
  ip: 'IP addresses',
  secret: 'Passwords, API keys, and tokens',
}

/** A pattern of the project's own is called as its owner called it. */
export const nameOfKind = (kind: string): string =>
  Object.hasOwn(KIND_NAMES, kind) ? KIND_NAMES[kind as RedactionKind] : kind
