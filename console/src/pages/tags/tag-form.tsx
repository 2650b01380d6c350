// The fields of a tag: its label, and how the digest recognizes matching observations.
import { Button, Checkbox, ColorInput, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { ClosenessField } from './closeness-field.tsx'
import { ExamplesField } from './examples-field.tsx'
import type { TagDraft } from './tag-draft.ts'

const COLORS = [
  '#2f9e44',
  '#0c8599',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#e03131',
  '#e8590c',
  '#e0a458',
  '#846358',
  '#868e96',
]

type TagFormProps = {
  form: UseFormReturnType<TagDraft>
  isNew: boolean
  saving: boolean
  onSubmit: (draft: TagDraft, rematch: boolean) => void
}

export function TagForm({ form, isNew, saving, onSubmit }: TagFormProps) {
  const [rematch, setRematch] = useState(true)
  return (
    <form onSubmit={form.onSubmit((draft) => onSubmit(draft, rematch))} noValidate>
      <Stack gap="md">
        <TextInput
          label="Label"
          required
          data-autofocus
          maxLength={LIMITS.tagLabelLength}
          placeholder="export"
          {...form.getInputProps('label')}
        />
        <Textarea
          label="Description"
          description="What the tag is for, in a sentence or two. Observations are compared with this text."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        <TagsInput
          label="Keywords"
          description="Any of these words or phrases adds the tag, in any form or case. Press Enter or comma to add one."
          splitChars={[',']}
          maxTags={LIMITS.tagPhrases}
          clearable
          {...form.getInputProps('keywords')}
        />
        <TagsInput
          label="Excluded phrases"
          description="The tag is never added where one of these appears."
          splitChars={[',']}
          maxTags={LIMITS.tagPhrases}
          clearable
          {...form.getInputProps('exclude')}
        />
        <ExamplesField
          examples={form.getValues().examples}
          error={form.errors.examples}
          onChange={(examples) => form.setFieldValue('examples', examples)}
        />
        <ClosenessField form={form} />
        <ColorInput
          label="Color"
          format="hex"
          swatches={COLORS}
          swatchesPerRow={COLORS.length}
          withEyeDropper={false}
          closeOnColorSwatchClick
          placeholder="No color"
          w={{ base: '100%', xs: 220 }}
          {...form.getInputProps('color')}
        />
        <Group justify="space-between" mt="xs">
          <Checkbox
            label="Match against all existing observations"
            checked={rematch}
            onChange={(event) => setRematch(event.currentTarget.checked)}
          />
          <Button type="submit" loading={saving} disabled={!isNew && !form.isDirty()}>
            {isNew ? 'Create tag' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
