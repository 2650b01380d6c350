// A new account by an invite.
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormError } from '../../components/forms/form-error.tsx'
import { NOBODY, type Person, PersonFields } from '../../session/person-fields.tsx'

type JoinAnewProps = {
  /** The only e-mail that may accept; null for whoever has the link. */
  email: string | null
  accept: { mutate: (person: Person) => void; isPending: boolean; error: Error | null }
}

export function JoinAnew({ email, accept }: JoinAnewProps) {
  const [person, setPerson] = useState({ ...NOBODY, email: email ?? '' })
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
