// Issues
import { Page } from '../../components/page.tsx'

export function IssuesPage() {
  return (
    <Page title="Issues">
      <p>Soon.</p>
    </Page>
  )
}
