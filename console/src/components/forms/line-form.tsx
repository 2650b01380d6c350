// One line of text that is saved on its own: a field with a button.
import { Button, Group, TextInput, type TextInputProps } from '@mantine/core'
import type { FormEvent } from 'react'

type LineFormProps = Pick<TextInputProps, 'autoComplete' | 'maxLength' | 'placeholder' | 'required'> & {
  label: string
  value: string
  onChange: (value: string) => void
  onSave: () => void
  /** Whether it is being saved, or why saving failed. */
  saving: { isPending: boolean; error: Error | null }
  /** Nothing to save: the text is unchanged or invalid. */
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
