// Observations
import { Page } from '../../components/page.tsx'

export function ObservationsPage() {
  return (
    <Page title="Observations">
      <p>Soon.</p>
    </Page>
  )
}
