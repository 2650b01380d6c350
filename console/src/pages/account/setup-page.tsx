// Set up
import { Page } from '../../components/page.tsx'

export function SetupPage() {
  return (
    <Page title="Set up">
      <p>Soon.</p>
    </Page>
  )
}
