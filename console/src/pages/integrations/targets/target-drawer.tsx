// Sets up or changes a target: where, how often, what, and under which conditions.
import { Button, Drawer, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Target } from '../../../../../src/contract/integrations/targets.ts'
import { RHYTHMS, type Rhythm, type TargetFormat } from '../../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { ApiError, api, projectPath } from '../../../api.ts'
import { closestOptions } from '../../../components/forms/closest-options.ts'
import { FormError } from '../../../components/forms/form-error.tsx'
import { RestoredDraft, useKeptDraft } from '../../../components/forms/kept-draft.tsx'
import { sayDone, sayFailed } from '../../../components/notices.tsx'
import { useChange } from '../../../queries.ts'
import { Conditions, EventChoice } from './target-conditions.tsx'
import { draftOf, nameOf, type TargetDraft } from './target-draft.ts'
import { FORMAT_NAMES, RHYTHM_NAMES } from './target-words.ts'

type TargetDrawerProps = {
  edited: Target | 'new' | null
  mail: boolean
  timeZone: string
  onClose: () => void
  /** A new target is tested immediately. */
  onTested: (target: Target) => void
}

export function TargetDrawer({ edited, ...props }: TargetDrawerProps) {
  return (
    <Drawer
      opened={edited !== null}
      onClose={props.onClose}
      position="right"
      size="lg"
      title={edited === 'new' ? 'Add alert' : 'Edit alert'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {edited && <TargetForm edited={edited} {...props} />}
    </Drawer>
  )
}

type TargetFormProps = Omit<TargetDrawerProps, 'edited'> & { edited: Target | 'new' }

function TargetForm({ edited, mail, timeZone, onClose, onTested }: TargetFormProps) {
  const isNew = edited === 'new'
  const kept = useKeptDraft(`alert-${isNew ? 'new' : edited.id}`, draftOf(edited, mail))
  const [draft, setDraft] = useState(kept.begin)
  const [zone, setZone] = useState(() => usualZone(timeZone))
  const set = (change: Partial<TargetDraft>) => {
    setDraft({ ...draft, ...change })
    kept.keep({ ...draft, ...change })
  }
  const discard = () => {
    setDraft(kept.saved)
    kept.forget()
  }
  const save = useChange(
    async (_: undefined, projectId) => {
      const { format, ...settings } = { ...draft, name: nameOf(draft) }
      if (draft.rhythm !== 'each' && zone !== timeZone)
        await api.patch(projectPath(projectId), { time_zone: zone })
      if (!isNew)
        return {
          ...(await api.patch(projectPath(projectId, 'targets', edited.id), settings)),
          untested: null,
        }
      const made = await api.post(projectPath(projectId, 'targets'), { format, ...settings })
      const untested = await api.post(projectPath(projectId, 'targets', made.id, 'test')).then(
        () => null,
        (error: Error) => error,
      )
      return { ...made, untested }
    },
    {
      onDone: ({ untested, ...target }) => {
        kept.forget()
        onClose()
        if (!isNew) return sayDone(`Saved ${target.name}.`)
        sayDone(`Added ${target.name}.${untested ? '' : ' A test is on its way.'}`)
        if (untested) sayFailed(untested)
        onTested(target)
      },
    },
  )
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <Stack>
        {kept.isRestored && <RestoredDraft onDiscard={discard} />}
        <FormError error={save.error} />
        {isNew && <FormatChoice mail={mail} format={draft.format} onChoose={(format) => set({ format })} />}
        <AddressField draft={draft} error={fields.address} onChange={(address) => set({ address })} />
        <TextInput
          label="Name"
          description="Optional. What your team calls it."
          placeholder={nameOf(draft)}
          maxLength={LIMITS.nameLength}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label="How often"
          data={RHYTHMS.map((value) => ({ value, label: RHYTHM_NAMES[value] }))}
          value={draft.rhythm}
          onChange={(rhythm) => set({ rhythm: rhythm as Rhythm })}
        />
        {draft.rhythm === 'each' ? (
          <EventChoice draft={draft} onChange={set} />
        ) : (
          <TimeZoneField zone={zone} weekly={draft.rhythm === 'weekly'} onChange={setZone} />
        )}
        <Conditions draft={draft} onChange={set} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={draft.events.length === 0}>
            {isNew ? 'Add and send test' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Email is offered if the service can send it. */
type FormatChoiceProps = { mail: boolean; format: TargetFormat; onChoose: (format: TargetFormat) => void }

function FormatChoice({ mail, format, onChoose }: FormatChoiceProps) {
  const formats: TargetFormat[] = mail ? ['slack', 'email', 'webhook'] : ['slack', 'webhook']
  return (
    <SegmentedControl
      aria-label="Send to"
      fullWidth
      data={formats.map((value) => ({ value, label: FORMAT_NAMES[value] }))}
      value={format}
      onChange={(value) => onChoose(value as TargetFormat)}
    />
  )
}

const ADDRESSES: Record<TargetFormat, { label: string; description: string; placeholder: string }> = {
  slack: {
    label: 'Webhook URL',
    description: 'An incoming webhook from Slack, or from a chat app that accepts the same format.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  email: {
    label: 'Recipients',
    description: 'Email addresses, separated by commas.',
    placeholder: 'team@example.com',
  },
  webhook: {
    label: 'URL',
    description: 'Fieldnote posts signed JSON here, following Standard Webhooks.',
    placeholder: 'https://example.com/fieldnote',
  },
}

type AddressFieldProps = {
  draft: TargetDraft
  error: string | undefined
  onChange: (address: string) => void
}

function AddressField({ draft, error, onChange }: AddressFieldProps) {
  return (
    <TextInput
      {...ADDRESSES[draft.format]}
      required
      withAsterisk={false}
      data-autofocus
      maxLength={LIMITS.targetAddressLength}
      value={draft.address}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const usualZone = (saved: string): string =>
  saved === 'UTC' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : saved

type TimeZoneFieldProps = { zone: string; weekly: boolean; onChange: (zone: string) => void }

/** By which clock a digest comes: the project's, which is the browser's until somebody says otherwise. */
function TimeZoneField({ zone, weekly, onChange }: TimeZoneFieldProps) {
  const zones = [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <Select
      label="Project time zone"
      description={`The digest comes ${weekly ? 'on Mondays' : 'every day'} at 8:00 AM if there’s anything to report.`}
      data={zones}
      value={zone}
      searchable
      filter={closestOptions}
      allowDeselect={false}
      onChange={(value) => value && onChange(value)}
    />
  )
}
