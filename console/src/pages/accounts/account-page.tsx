// The signed-in account: name, password, email, sessions, connected apps, access tokens and appearance.
import { Stack } from '@mantine/core'
import { ColorSchemeChoice } from '../../components/color-scheme.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useSession } from '../../session/session.ts'
import { AccessTokens } from './access-tokens.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ConnectedApps } from './connected-apps.tsx'
import { DeleteOwnAccount } from './delete-own-account.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonalMailPanel } from './personal-mail.tsx'
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
