// The account's name, as the team sees it.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api } from '../../api.ts'
import { LineForm } from '../../components/forms/line-form.tsx'
import { sayDone } from '../../components/notices.tsx'
import { useSessionRefresh } from '../../session/session.ts'

export function NameForm({ name: saved }: { name: string }) {
  const [name, setName] = useState(saved)
  const wanted = name.trim()
  const refreshSession = useSessionRefresh()
  const save = useMutation({
    mutationFn: () => api.post('/api/auth/update-user', { name: wanted }),
    onSuccess: async () => {
      await refreshSession()
      sayDone('Name saved.')
    },
  })
  return (
    <LineForm
      label="Name"
      autoComplete="name"
      required
      maxLength={LIMITS.nameLength}
      value={name}
      onChange={setName}
      onSave={save.mutate}
      saving={save}
      idle={wanted === saved || wanted === ''}
    />
  )
}
