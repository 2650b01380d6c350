// Sign-in with email and password, or the team's identity provider.
import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api.ts'
import { FormError } from '../components/forms/form-error.tsx'
import { useSession } from './session.ts'

type SignInFormProps = {
  onDone: () => void
  /** The email address of the ended session. */
  email?: string | undefined
  /** The page to return to from the identity provider. */
  back?: string
}

export function SignInForm({ onDone, email: known = '', back = thisPage() }: SignInFormProps) {
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => api.post('/api/auth/sign-in/email', { email, password }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FormError error={signIn.error} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={known !== '' || undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          Sign in
        </Button>
        <ForgotPassword email={email} />
        <OidcButton back={back} />
      </Stack>
    </form>
  )
}

/** Only if the service can send the link. */
function ForgotPassword({ email }: { email: string }) {
  const { data: session } = useSession()
  const ask = useMutation({ mutationFn: () => api.post('/api/password-reset/request', { email }) })
  if (!session?.mail) return null
  if (ask.isSuccess)
    return (
      <Text size="sm" role="status">
        If there’s an account for {email}, a link to set a new password is on its way.
      </Text>
    )
  return (
    <>
      <FormError error={ask.error} />
      <Button
        variant="subtle"
        size="compact-sm"
        loading={ask.isPending}
        disabled={!email.includes('@')}
        onClick={() => ask.mutate()}
      >
        Forgot password?
      </Button>
    </>
  )
}

const thisPage = () => window.location.href.slice(window.location.origin.length)

/** Leaves for the identity provider and returns to the current page. */
function OidcButton({ back }: { back: string }) {
  const { data: session } = useSession()
  const start = useMutation({
    mutationFn: () => api.post('/api/auth/sign-in/social', { callbackURL: back }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  if (!session?.oidc) return null
  return (
    <>
      <Divider label="or" />
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate()} fullWidth>
        Continue with {session.oidc.name}
      </Button>
    </>
  )
}
