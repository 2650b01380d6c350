// Creates an account from an invite.
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '../../components/forms/form-error.tsx'
import { EMPTY_PERSON, type Person, PersonFields } from '../../session/person-fields.tsx'

type NewAccountFormProps = {
  /** The only email address that may accept; null for anybody with the link. */
  email: string | null
  accept: { mutate: (person: Person) => void; isPending: boolean; error: Error | null }
}

export function NewAccountForm({ email, accept }: NewAccountFormProps) {
  const [person, setPerson] = useState({ ...EMPTY_PERSON, email: email ?? '' })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate(person)
      }}
    >
      <Stack>
        <FormError error={accept.error} />
        <PersonFields person={person} onChange={setPerson} error={accept.error} emailFixed={email !== null} />
        <Button type="submit" loading={accept.isPending} fullWidth>
          Create account and join
        </Button>
      </Stack>
    </form>
  )
}
