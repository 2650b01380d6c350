// Creates an invite with email and role, and shows its link once.
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InviteCreate, InviteCreated } from '../../../../src/contract/accounts/accounts.ts'
import { ROLES, type Role } from '../../../../src/contract/labels.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { ApiError, api, projectPath } from '../../api.ts'
import { CopyLine } from '../../components/copy.tsx'
import { FormError } from '../../components/forms/form-error.tsx'
import { OnlyOnce } from '../../components/projects/new-secret.tsx'
import { capitalized, formatDateTime } from '../../format.ts'
import { useChange } from '../../queries.ts'
import { ROLE_POWERS } from '../../session/powers.ts'
import { useSession } from '../../session/session.ts'

export function NewInvite({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<InviteCreated | null>(null)
  const close = () => {
    onClose()
    setMade(null)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? 'Invite link' : 'Invite member'}
      size="lg"
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
      withCloseButton={made === null}
    >
      {made ? <InviteLink invite={made} onClose={close} /> : <InviteForm onMade={setMade} />}
    </Modal>
  )
}

const WITH_MAIL = 'Optional. If set, only this person can accept, and Fieldnote emails them the link.'
const WITHOUT_MAIL =
  'Optional. If set, only this person can accept. Fieldnote doesn’t send email, so you’ll share the link yourself.'

function InviteForm({ onMade }: { onMade: (invite: InviteCreated) => void }) {
  const [role, setRole] = useState<Role>('editor')
  const [email, setEmail] = useState('')
  const mail = useSession().data?.mail
  const create = useChange(
    (body: InviteCreate, projectId) => api.post(projectPath(projectId, 'invites'), body),
    { onDone: onMade },
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ role, email: email.trim() || null })
      }}
    >
      <Stack>
        <FormError error={create.error} />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
          <Stack gap={8} mt={6}>
            {ROLES.map((name) => (
              <Radio
                key={name}
                value={name}
                label={capitalized(name)}
                description={`Can ${ROLE_POWERS[name]}.`}
              />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label="Email"
          type="email"
          description={mail ? WITH_MAIL : WITHOUT_MAIL}
          maxLength={LIMITS.emailLength}
          value={email}
          error={create.error instanceof ApiError ? create.error.fields.email : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            Create link
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function InviteLink({ invite, onClose }: { invite: InviteCreated; onClose: () => void }) {
  return (
    <Stack>
      <OnlyOnce noun="link" />
      <CopyLine text={invite.url} label="link" autoFocus />
      <Text size="sm">
        {invite.mailed
          ? `Emailed to ${invite.email}.`
          : `Send it to ${invite.email ?? 'the person you want to invite'}.`}{' '}
        It works once and expires {formatDateTime(invite.expires_at)}.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
