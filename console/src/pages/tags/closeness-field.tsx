// How close in meaning is close enough: chosen by the digest, or by hand.
import { Input, SegmentedControl, Slider, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { TagDraft } from './tag-draft.ts'

const CHOICES = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'manual', label: 'By hand' },
]

export function ClosenessField({ form }: { form: UseFormReturnType<TagDraft> }) {
  const { closeness, threshold } = form.getValues()
  return (
    <Input.Wrapper
      label="How close in meaning"
      labelElement="div"
      description={
        closeness === 'automatic'
          ? 'The digest chooses how close is close enough, and learns from what people confirm and remove.'
          : 'Lower fits more observations, higher fits fewer. Try it to see where the line falls.'
      }
      error={form.errors.threshold}
    >
      <Stack gap="sm" mt={6}>
        <SegmentedControl
          aria-label="How close in meaning"
          size="xs"
          data={CHOICES}
          value={closeness}
          style={{ alignSelf: 'flex-start' }}
          onChange={(value) => form.setFieldValue('closeness', value as TagDraft['closeness'])}
        />
        {closeness === 'manual' && (
          <Slider
            min={0}
            max={1}
            step={0.01}
            value={threshold}
            label={(value) => value.toFixed(2)}
            thumbLabel="Closeness, 0 to 1"
            labelAlwaysOn
            mt={28}
            onChange={(value) => form.setFieldValue('threshold', value)}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}
