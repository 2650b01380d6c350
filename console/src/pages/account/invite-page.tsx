// Invitation
import { Page } from '../../components/page.tsx'

export function InvitePage() {
  return (
    <Page title="Invitation">
      <p>Soon.</p>
    </Page>
  )
}
