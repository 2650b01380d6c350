// API keys
import { Page } from '../../components/page.tsx'

export function KeysPage() {
  return (
    <Page title="API keys">
      <p>Soon.</p>
    </Page>
  )
}
