// Audit log
import { Page } from '../../components/page.tsx'

export function AuditPage() {
  return (
    <Page title="Audit log">
      <p>Soon.</p>
    </Page>
  )
}
