// Creates a key or a token: a name and an expiry, then the secret itself, shown once.
import { Alert, Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { IconAlertTriangle } from '../../icons/tabler.ts'
import { CopyLine } from '../copy.tsx'
import { FormError } from '../forms/form-error.tsx'
import { type Expiry, ExpiryField, expiresAt, NINETY_DAYS } from './expiry-field.tsx'

type SecretCreate = { name: string; expires_at: string | null }

type NewSecretProps = {
  opened: boolean
  onClose: () => void
  /** The kind of secret: "API key", "access token". */
  noun: string
  /** A hint for its name, such as "The agent that uses it, such as …". */
  nameHint: string
  expiry?: Expiry
  create: (body: SecretCreate) => Promise<string>
  /** Instructions below the secret. */
  usage?: (secret: string) => ReactNode
}

export function NewSecret({ opened, onClose, ...rest }: NewSecretProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const close = () => {
    onClose()
    setSecret(null)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={secret === null ? `New ${rest.noun}` : `Your new ${rest.noun}`}
      size="lg"
      // A stray click must not close what is shown only once.
      closeOnClickOutside={secret === null}
      closeOnEscape={secret === null}
      withCloseButton={secret === null}
    >
      {secret === null ? (
        <SecretForm {...rest} onDone={setSecret} />
      ) : (
        <SecretShown noun={rest.noun} secret={secret} onClose={close}>
          {rest.usage?.(secret)}
        </SecretShown>
      )}
    </Modal>
  )
}

type SecretFormProps = Omit<NewSecretProps, 'opened' | 'onClose'> & { onDone: (secret: string) => void }

function SecretForm({ noun, nameHint, expiry: usual = NINETY_DAYS, create, onDone }: SecretFormProps) {
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState(usual)
  const making = useMutation({
    mutationFn: () => create({ name: name.trim(), expires_at: expiresAt(expiry) }),
    onSuccess: onDone,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        making.mutate()
      }}
    >
      <Stack>
        <FormError error={making.error && new Error(making.error.message)} />
        <TextInput
          label="Name"
          description={nameHint}
          required
          data-autofocus
          maxLength={LIMITS.nameLength}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ExpiryField value={expiry} onChange={setExpiry} />
        <Group justify="flex-end">
          <Button type="submit" loading={making.isPending} disabled={name.trim() === ''}>
            Create {noun}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type SecretShownProps = { noun: string; secret: string; onClose: () => void; children: ReactNode }

export function SecretShown({ noun, secret, onClose, children }: SecretShownProps) {
  return (
    <Stack>
      <OnlyOnce noun={noun} />
      {/* Not "Done": Enter, held a moment too long, would take away what is shown only once. */}
      <CopyLine text={secret} label={noun} autoFocus />
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}

export function OnlyOnce({ noun }: { noun: string }) {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} py="xs">
      Copy this {noun} now and keep it somewhere safe. You won’t be able to see it again.
    </Alert>
  )
}
