// Issue
import { Page } from '../../components/page.tsx'

export function IssuePage() {
  return (
    <Page title="Issue">
      <p>Soon.</p>
    </Page>
  )
}
