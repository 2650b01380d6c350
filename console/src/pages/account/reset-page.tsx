// New password
import { Page } from '../../components/page.tsx'

export function ResetPage() {
  return (
    <Page title="New password">
      <p>Soon.</p>
    </Page>
  )
}
