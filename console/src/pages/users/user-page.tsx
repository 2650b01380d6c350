// User
import { Page } from '../../components/page.tsx'

export function UserPage() {
  return (
    <Page title="User">
      <p>Soon.</p>
    </Page>
  )
}
