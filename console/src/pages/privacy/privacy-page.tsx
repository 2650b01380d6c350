// Privacy: what is redacted before storage, and how long data is kept.
import { Stack } from '@mantine/core'
import { Page } from '../../components/page.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useResource } from '../../queries.ts'
import { PrivacyForm } from './privacy-form.tsx'
import { RedactedCounts } from './redacted-counts.tsx'

export function PrivacyPage() {
  const privacy = useResource(['privacy'])
  return (
    <Page
      title="Privacy"
      about="What Fieldnote removes before storing what agents send, and how long it keeps the rest."
      width="text"
    >
      <OwnersOnly what="privacy settings" />
      <Loaded of={privacy} loading={<Rows />}>
        {(settings) => (
          <Stack gap="md">
            <PrivacyForm key={JSON.stringify({ ...settings, redacted: null })} saved={settings} />
            <RedactedCounts redacted={settings.redacted} />
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}
