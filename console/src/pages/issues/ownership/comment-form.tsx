// Writes a comment in Markdown, with suggestions of members after an @.
import { Avatar, Button, Combobox, Group, Stack, Text, Textarea, useCombobox } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import { bestMatches } from '../../../../../src/contract/matching.ts'
import { FormError } from '../../../components/forms/form-error.tsx'
import { useAssignees } from './members.ts'

type CommentFormProps = {
  label: string
  action: string
  body: string
  onChange: (body: string) => void
  busy: boolean
  error: Error | null
  onSave: () => void
  onCancel?: () => void
}

export function CommentForm(props: CommentFormProps) {
  const { label, action, body, onChange, busy, error, onSave, onCancel } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const save = () => {
    if (body.trim() === '' || busy) return
    area.current?.focus() // the button disappears with the text
    onSave()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack gap="xs">
        <FormError error={error} />
        <MentionArea area={area} label={label} body={body} onChange={onChange} onSave={save} />
        {body.trim() !== '' && (
          <Group justify="flex-end" gap="xs">
            {onCancel && (
              <Button variant="default" size="xs" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" size="xs" loading={busy}>
              {action}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

type MentionAreaProps = {
  area: RefObject<HTMLTextAreaElement | null>
  label: string
  body: string
  onChange: (body: string) => void
  onSave: () => void
}

const OFFERED = 6

function MentionArea({ area, label, body, onChange, onSave }: MentionAreaProps) {
  const { people } = useAssignees()
  const combobox = useCombobox()
  const [begun, setBegun] = useState<string | null>(null)
  const meant = begun === null ? [] : bestMatches(begun, people, ({ name, email }) => [name, email])
  const found = meant.slice(0, OFFERED)
  const look = (text: string, at: number) => {
    const [, name] = /(?:^|\s)@([^\s@]*)$/.exec(text.slice(0, at)) ?? []
    setBegun(name ?? null)
    if (name === undefined) return combobox.closeDropdown()
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex()
    combobox.selectFirstOption()
  }
  const mention = (email: string) => {
    const at = area.current?.selectionStart ?? body.length
    const before = body.slice(0, at).replace(/@[^\s@]*$/, `@${email} `)
    onChange(before + body.slice(at))
    combobox.closeDropdown()
    setBegun(null)
    area.current?.focus()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={mention} position="bottom-start" withinPortal={false}>
      <Combobox.EventsTarget withKeyboardNavigation={found.length > 0} withExpandedAttribute={false}>
        <Textarea
          ref={area}
          aria-label={label}
          placeholder="Write a comment. Use @ to mention a member and # to link an issue. Markdown is supported."
          autosize
          minRows={2}
          maxRows={16}
          maxLength={LIMITS.commentLength}
          value={body}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            look(event.currentTarget.value, event.currentTarget.selectionStart)
          }}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onSave()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label="Members">
          {found.map((person) => (
            <Combobox.Option key={person.account_id} value={person.email}>
              <Group gap={8} wrap="nowrap">
                <Avatar name={person.name} size={22} color="moss" aria-hidden />
                <Text size="sm">{person.name}</Text>
                <Text size="xs" c="dimmed">
                  {person.email}
                </Text>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
