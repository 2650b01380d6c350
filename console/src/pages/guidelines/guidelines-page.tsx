// Guidelines
import { Page } from '../../components/page.tsx'

export function GuidelinesPage() {
  return (
    <Page title="Guidelines">
      <p>Soon.</p>
    </Page>
  )
}
