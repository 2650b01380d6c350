// No project
import { Page } from '../../components/page.tsx'

export function NoProjectPage() {
  return (
    <Page title="No project">
      <p>Soon.</p>
    </Page>
  )
}
