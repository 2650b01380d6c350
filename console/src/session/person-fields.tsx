// Name, email and password: the fields of every form that creates an account.
import { PasswordInput, TextInput } from '@mantine/core'
import { LIMITS } from '../../../src/contract/limits.ts'
import { ApiError } from '../api.ts'

export type Person = { name: string; email: string; password: string }

export const EMPTY_PERSON: Person = { name: '', email: '', password: '' }

type PersonFieldsProps = {
  person: Person
  onChange: (person: Person) => void
  error: Error | null
  /** For an invite to a single email address. */
  emailFixed?: boolean
}

export function PersonFields({ person, onChange, error, emailFixed = false }: PersonFieldsProps) {
  const fields = error instanceof ApiError ? error.fields : {}
  return (
    <>
      <TextInput
        label="Name"
        description="Your team will see this name."
        autoComplete="name"
        required
        withAsterisk={false}
        autoFocus
        maxLength={LIMITS.nameLength}
        value={person.name}
        error={fields.name}
        onChange={(event) => onChange({ ...person, name: event.currentTarget.value })}
      />
      <TextInput
        label="Email"
        type="email"
        description={emailFixed ? 'This invite is for this email address.' : 'You’ll use it to sign in.'}
        autoComplete="username"
        required
        withAsterisk={false}
        readOnly={emailFixed}
        maxLength={LIMITS.emailLength}
        value={person.email}
        error={fields.email}
        onChange={(event) => onChange({ ...person, email: event.currentTarget.value })}
      />
      <NewPasswordField
        value={person.password}
        error={fields.password}
        onChange={(password) => onChange({ ...person, password })}
      />
    </>
  )
}

type NewPasswordFieldProps = {
  label?: string
  value: string
  error?: string | undefined
  onChange: (password: string) => void
}

export function NewPasswordField({ label = 'Password', value, error, onChange }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      description={`At least ${LIMITS.passwordLengthMin} characters. A few random words work well.`}
      autoComplete="new-password"
      required
      withAsterisk={false}
      minLength={LIMITS.passwordLengthMin}
      maxLength={LIMITS.passwordLengthMax}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
