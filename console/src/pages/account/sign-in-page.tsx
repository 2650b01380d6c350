// Sign in
import { Page } from '../../components/page.tsx'

export function SignInPage() {
  return (
    <Page title="Sign in">
      <p>Soon.</p>
    </Page>
  )
}
