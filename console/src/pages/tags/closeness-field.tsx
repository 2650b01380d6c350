// The similarity threshold of a tag: automatic or custom.
import { Input, SegmentedControl, Slider, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { TagDraft } from './tag-draft.ts'

const CHOICES = [
  { value: 'automatic', label: 'Automatic' },
  { value: 'manual', label: 'Manual' },
]

export function ClosenessField({ form }: { form: UseFormReturnType<TagDraft> }) {
  const { closeness, threshold } = form.getValues()
  return (
    <Input.Wrapper
      label="Similarity threshold"
      labelElement="div"
      description={
        closeness === 'automatic'
          ? 'The digest chooses the threshold and learns from the tags people confirm and remove.'
          : 'A lower threshold matches more observations, a higher one fewer. Test the tag to see the effect.'
      }
      error={form.errors.threshold}
    >
      <Stack gap="sm" mt={6}>
        <SegmentedControl
          aria-label="Similarity threshold"
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
            thumbLabel="Similarity threshold, 0 to 1"
            labelAlwaysOn
            mt={28}
            onChange={(value) => form.setFieldValue('threshold', value)}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}
