// One line of text that is saved by itself: a field with its button next to it.
import { Button, Group, TextInput, type TextInputProps } from '@mantine/core'
import type { FormEvent } from 'react'

type LineFormProps = Pick<TextInputProps, 'autoComplete' | 'maxLength' | 'placeholder' | 'required'> & {
  label: string
  value: string
  onChange: (value: string) => void
  onSave: () => void
  /** What saving it is doing, or why it failed. */
  saving: { isPending: boolean; error: Error | null }
  /** Nothing that could be saved: it is as it was, or not acceptable. */
  idle: boolean
  error?: string | undefined
  button?: string
}

export function LineForm(props: LineFormProps) {
  const { label, value, onChange, onSave, saving, idle, error, button = 'Save', ...field } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-start">
        <TextInput
          {...field}
          aria-label={label}
          flex="1 1 180px"
          value={value}
          error={error ?? saving.error?.message}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={saving.isPending} disabled={idle}>
          {button}
        </Button>
      </Group>
    </form>
  )
}
