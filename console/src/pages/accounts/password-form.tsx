// Changes the password, which requires the old one.
import { Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import { FormError } from '../../components/forms/form-error.tsx'
import { sayDone } from '../../components/notices.tsx'
import { NewPasswordField } from '../../session/person-fields.tsx'

const EMPTY = { currentPassword: '', newPassword: '', revokeOtherSessions: true }

export function PasswordForm({ email }: { email: string }) {
  const [form, setForm] = useState(EMPTY)
  const current = useRef<HTMLInputElement>(null)
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => api.post('/api/auth/change-password', form),
    onSuccess: () => {
      setForm(EMPTY)
      void client.invalidateQueries({ queryKey: ['sessions'] })
      sayDone('Password changed.')
    },
    onError: () => current.current?.focus(),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Stack maw={420}>
        <FormError error={change.error} />
        {/* For password managers: whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          ref={current}
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={form.currentPassword}
          onChange={(event) => setForm({ ...form, currentPassword: event.currentTarget.value })}
        />
        <NewPasswordField
          label="New password"
          value={form.newPassword}
          onChange={(newPassword) => setForm({ ...form, newPassword })}
        />
        <Checkbox
          label="Sign out of all other sessions"
          checked={form.revokeOtherSessions}
          onChange={(event) => setForm({ ...form, revokeOtherSessions: event.currentTarget.checked })}
        />
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={form.currentPassword === '' || form.newPassword === ''}
          >
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
