// Study
import { Page } from '../../components/page.tsx'

export function StudyPage() {
  return (
    <Page title="Study">
      <p>Soon.</p>
    </Page>
  )
}
