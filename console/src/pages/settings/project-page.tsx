// Project
import { Page } from '../../components/page.tsx'

export function ProjectPage() {
  return (
    <Page title="Project">
      <p>Soon.</p>
    </Page>
  )
}
