// The events that a target receives, and for which issues.
import { Checkbox, Group, MultiSelect, NumberInput, Select, SimpleGrid } from '@mantine/core'
import {
  EVENT_TYPES,
  type EventType,
  ISSUE_KINDS,
  type IssueKind,
  SEVERITIES,
  type Severity,
} from '../../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { closestOptions } from '../../../components/forms/closest-options.ts'
import { capitalized } from '../../../format.ts'
import { useList } from '../../../queries.ts'
import type { TargetDraft } from './target-draft.ts'
import { EVENT_NAMES } from './target-words.ts'

type Props = { draft: TargetDraft; onChange: (change: Partial<TargetDraft>) => void }

export function EventChoice({ draft, onChange }: Props) {
  return (
    <Checkbox.Group
      label="Alert on"
      value={draft.events}
      onChange={(events) => onChange({ events: events as EventType[] })}
    >
      <SimpleGrid cols={2} spacing="xs" mt={6}>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={EVENT_NAMES[type]} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}

export function Conditions({ draft, onChange }: Props) {
  const tags = useList(['tags'], { limit: LIMITS.pageSizeMax })
  const labels = (words: readonly string[]) => words.map((value) => ({ value, label: capitalized(value) }))
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label="Minimum users"
          min={1}
          max={LIMITS.targetUsers}
          allowDecimal={false}
          value={draft.min_users}
          onChange={(value) => onChange({ min_users: Math.max(1, Number(value) || 1) })}
        />
        <Select
          label="Minimum severity"
          placeholder="Any severity"
          clearable
          data={labels(SEVERITIES)}
          value={draft.min_severity}
          onChange={(value) => onChange({ min_severity: value as Severity | null })}
        />
      </Group>
      <Group grow align="flex-start">
        <MultiSelect
          label="Kinds"
          placeholder={draft.kinds.length === 0 ? 'Any kind' : undefined}
          data={labels(ISSUE_KINDS)}
          value={draft.kinds}
          onChange={(kinds) => onChange({ kinds: kinds as IssueKind[] })}
        />
        {tags.items.length > 0 && (
          <Select
            label="Tag"
            placeholder="Any tag"
            clearable
            searchable
            filter={closestOptions}
            data={tags.items.map(({ id, label }) => ({ value: id, label }))}
            value={draft.tag_id}
            onChange={(tag_id) => onChange({ tag_id })}
          />
        )}
      </Group>
    </>
  )
}
