// The team's own patterns for redaction.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { Privacy } from '../../../../src/contract/privacy/privacy.ts'
import { ApiError } from '../../api.ts'
import { IconButton } from '../../components/icon-button.tsx'
import { Panel } from '../../components/panel.tsx'
import { IconX } from '../../icons/tabler.ts'

type Patterns = Privacy['patterns']

type OwnPatternsProps = {
  patterns: Patterns
  error: Error | null
  disabled: boolean
  onChange: (patterns: Patterns) => void
}

export function OwnPatterns({ patterns, error, disabled, onChange }: OwnPatternsProps) {
  const fields = error instanceof ApiError ? error.fields : {}
  const set = (index: number, part: Partial<Patterns[number]>) =>
    onChange(patterns.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <Panel
      title="Your own patterns"
      about="Regular expressions without lookaround or backreferences, so they’re always fast. Matching ignores case."
    >
      <Stack gap="sm">
        {patterns.length === 0 && (
          <Text size="sm" c="dimmed">
            For example customer-number: \bCUST-\d&#123;6&#125;\b
          </Text>
        )}
        {patterns.map(({ name, pattern }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and are only added at the end
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={`Name of pattern ${index + 1}`}
              placeholder="customer-number"
              flex="1 1 140px"
              maxLength={LIMITS.redactionNameLength}
              disabled={disabled}
              value={name}
              error={fields[`patterns.${index}.name`]}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Pattern ${index + 1}`}
              placeholder="\bCUST-\d{6}\b"
              flex="2 1 220px"
              ff="monospace"
              maxLength={LIMITS.redactionPatternLength}
              disabled={disabled}
              value={pattern}
              error={fields[`patterns.${index}.pattern`]}
              onChange={(event) => set(index, { pattern: event.currentTarget.value })}
            />
            {!disabled && (
              <IconButton
                label={`Remove pattern ${index + 1}`}
                onClick={() => onChange(patterns.filter((_, at) => at !== index))}
              >
                <IconX size={16} />
              </IconButton>
            )}
          </Group>
        ))}
        {!disabled && patterns.length < LIMITS.redactionPatterns && (
          <Group>
            <Button
              variant="default"
              size="xs"
              onClick={() => onChange([...patterns, { name: '', pattern: '' }])}
            >
              Add pattern
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}
