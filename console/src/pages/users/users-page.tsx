// Users
import { Page } from '../../components/page.tsx'

export function UsersPage() {
  return (
    <Page title="Users">
      <p>Soon.</p>
    </Page>
  )
}
