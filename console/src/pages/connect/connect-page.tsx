// Connect
import { Page } from '../../components/page.tsx'

export function ConnectPage() {
  return (
    <Page title="Connect">
      <p>Soon.</p>
    </Page>
  )
}
