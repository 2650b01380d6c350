// Example texts of a tag, each in its own field because they may be long.
import { ActionIcon, Button, Group, Input, Stack, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { IconPlus, IconX } from '../../icons/tabler.ts'

type ExamplesFieldProps = { examples: string[]; error?: ReactNode; onChange: (examples: string[]) => void }

export function ExamplesField({ examples, error, onChange }: ExamplesFieldProps) {
  return (
    <Input.Wrapper
      label="Examples"
      labelElement="div"
      description="Texts that should get the tag, in the words users would use."
      error={error}
    >
      <Stack gap="xs" mt={6}>
        {examples.map((example, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an example is its place
          <Group key={i} gap="xs" wrap="nowrap" align="flex-start">
            <Textarea
              flex={1}
              aria-label={`Example ${i + 1}`}
              autosize
              minRows={1}
              maxRows={6}
              value={example}
              onChange={(event) => onChange(examples.with(i, event.currentTarget.value))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Remove example ${i + 1}`}
              onClick={() => onChange(examples.toSpliced(i, 1))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {examples.length < LIMITS.tagExamples && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...examples, ''])}
            style={{ alignSelf: 'flex-start' }}
          >
            Add example
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}
