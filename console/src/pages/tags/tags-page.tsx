// Tags
import { Page } from '../../components/page.tsx'

export function TagsPage() {
  return (
    <Page title="Tags">
      <p>Soon.</p>
    </Page>
  )
}
