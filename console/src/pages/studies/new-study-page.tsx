// New study
import { Page } from '../../components/page.tsx'

export function NewStudyPage() {
  return (
    <Page title="New study">
      <p>Soon.</p>
    </Page>
  )
}
