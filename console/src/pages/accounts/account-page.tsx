// One's own account: name, password, email, sessions, connected apps, access tokens and appearance.
import { Box, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Account } from '../../../../src/contract/accounts/accounts.ts'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { api } from '../../api.ts'
import { ColorSchemeChoice } from '../../components/color-scheme.tsx'
import { Confirm } from '../../components/forms/confirm.tsx'
import { LineForm } from '../../components/forms/line-form.tsx'
import { BackLink, TextLink } from '../../components/links.tsx'
import { sayDone, sayFailed } from '../../components/notices.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { lastProject } from '../../session/project.ts'
import { useSession, useSessionRefresh } from '../../session/session.ts'
import { AccessTokens } from './access-tokens.tsx'
import classes from './account-page.module.css'
import { ConnectedApps } from './connected-apps.tsx'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions/sessions.tsx'

export function AccountPage() {
  const account = useSession().data?.account
  if (!account) return null
  return (
    <AccountFrame>
      <Page title="Your account" about={account.email} width="alone">
        <Stack gap="lg">
          <Panel title="Name">
            <NameForm name={account.name} />
          </Panel>
          <Panel title="Password" about="You’ll stay signed in on this browser.">
            <PasswordForm email={account.email} />
          </Panel>
          <PersonalMailPanel />
          <Sessions />
          <ConnectedApps />
          <AccessTokens />
          <Panel title="Appearance" about="Applies to this browser only.">
            <ColorSchemeChoice />
          </Panel>
          <DeleteOwnAccount account={account} />
        </Stack>
      </Page>
    </AccountFrame>
  )
}

/** The frame of the account page, which belongs to no project: the mark, and the way back. */
function AccountFrame({ children }: { children: ReactNode }) {
  const projects = useSession().data?.projects ?? []
  const last = projects.find(({ id }) => id === lastProject()) ?? projects[0]
  return (
    <>
      <Box component="header" className={classes.bar}>
        <Group gap="lg" className={classes.inner}>
          <TextLink to="/" className={classes.mark} aria-label="Fieldnote">
            <img src="/icon.svg" alt="" width={26} height={26} />
          </TextLink>
          <BackLink to="/">{last ? `Back to ${last.name}` : 'Back'}</BackLink>
        </Group>
      </Box>
      <main>{children}</main>
    </>
  )
}

/** How one's name reads to the team. */
function NameForm({ name: saved }: { name: string }) {
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

const KEY = ['personal-mail']

/** Whether one is mailed about mentions and assignments; takes no room where the service sends no email. */
function PersonalMailPanel() {
  const mail = useSession().data?.mail ?? false
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => api.get('/api/personal-mail'),
    enabled: mail,
  })
  const change = useMutation({
    mutationFn: (on: boolean) => api.put('/api/personal-mail', { on }),
    onSuccess: (saved) => client.setQueryData(KEY, saved),
    onError: sayFailed,
  })
  if (!mail || !data) return null
  return (
    <Panel title="Email">
      <Switch
        label="Email me about mentions and assignments"
        description="You’re never emailed about what you do yourself."
        checked={change.isPending ? change.variables : data.on}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.currentTarget.checked)}
      />
    </Panel>
  )
}

/** Leaving for good. */
function DeleteOwnAccount({ account: { id } }: { account: Account }) {
  const [asking, { open, close }] = useDisclosure(false)
  const remove = useMutation({
    mutationFn: () => api.delete(`/api/accounts/${id}`),
    // A full load: nothing of the account stays in memory.
    onSuccess: () => window.location.assign('/sign-in'),
  })
  return (
    <Panel
      title="Delete account"
      about="You’ll leave every project. If you’re the only owner of one, make someone else an owner first."
    >
      <Button variant="default" c="red" onClick={open}>
        Delete account
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title="Delete your account?"
        action="Delete account"
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        error={remove.error}
      >
        <Text size="sm">
          You’ll be signed out immediately, and your access tokens and connected apps will stop working. What
          you did stays in the audit log. This can’t be undone.
        </Text>
      </Confirm>
    </Panel>
  )
}
