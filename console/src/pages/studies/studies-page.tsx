// Studies
import { Page } from '../../components/page.tsx'

export function StudiesPage() {
  return (
    <Page title="Studies">
      <p>Soon.</p>
    </Page>
  )
}
