// Guidelines: the two texts that agents read before they post observations or ask study questions.
import { Alert, Button, Group, Stack, Tabs, Text } from '@mantine/core'
import type { GuidelinesDetail } from '../../../../src/contract/guidelines/guidelines.ts'
import { UnsavedGuard } from '../../components/forms/unsaved-guard.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useFilters } from '../../filters.ts'
import { useResource } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { Editor } from './editor.tsx'
import { KnownIssuesPanel } from './known-issues-panel.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { SaveBar } from './save-bar.tsx'
import { ABOUT, type Drafts, TEXTS, type TextName, TITLES, useDrafts } from './texts.ts'
import { VersionsPanel } from './versions-panel.tsx'

export function GuidelinesPage() {
  const guidelines = useResource(['guidelines'])
  return (
    <Page
      title="Guidelines"
      about="What agents read before they write observations or ask your study questions."
    >
      <Loaded of={guidelines} loading={<Rows count={8} height={60} />}>
        {(data) => <Guidelines guidelines={data} />}
      </Loaded>
    </Page>
  )
}

function Guidelines({ guidelines }: { guidelines: GuidelinesDetail }) {
  const drafts = useDrafts(guidelines)
  const mayEdit = useMay('editor')
  const [{ text = 'observations' }, change] = useFilters()
  const name: TextName = text === 'research' ? 'research' : 'observations'
  return (
    <Stack gap="md">
      <UnsavedGuard when={drafts.changed.length > 0}>
        Your changes haven’t been saved. They’re kept in this tab, but agents won’t see them until you save.
      </UnsavedGuard>
      {drafts.outdated && <Outdated guidelines={guidelines} drafts={drafts} />}
      <Panel>
        <Tabs value={name} onChange={(value) => change({ text: value ?? undefined })} keepMounted={false}>
          <Tabs.List>
            {TEXTS.map((each) => (
              <Tabs.Tab key={each} value={each}>
                {TITLES[each]}{' '}
                {drafts.changed.includes(each) && (
                  <Text span size="xs" c="dimmed">
                    unsaved
                  </Text>
                )}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TEXTS.map((each) => (
            <Tabs.Panel key={each} value={each} pt="md">
              <Group justify="space-between" gap="xs" mb="md">
                <Text size="sm" c="dimmed">
                  {ABOUT[each]}{' '}
                  {guidelines[each] === null
                    ? 'This project uses the default text.'
                    : 'This project uses its own text.'}
                </Text>
              </Group>
              <Editor name={each} drafts={drafts} guidelines={guidelines} mayEdit={mayEdit} />
              {mayEdit && <SaveBar name={each} drafts={drafts} guidelines={guidelines} />}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Panel>
      <NotesPanel />
      <KnownIssuesPanel known={guidelines.known_issues} />
      <VersionsPanel guidelines={guidelines} busy={drafts.changed.length > 0} />
    </Stack>
  )
}

function Outdated({ guidelines, drafts }: { guidelines: GuidelinesDetail; drafts: Drafts }) {
  return (
    <Alert color="yellow" title={`Version ${guidelines.version} was saved while you were editing`}>
      <Text size="sm">
        {guidelines.updated_by ? `${guidelines.updated_by} saved it.` : ''} “Unsaved changes” now compares
        your text with that version. If you save, your text replaces it. Both versions stay in the list below.
      </Text>
      <Button size="xs" variant="default" mt="sm" onClick={drafts.catchUp}>
        Keep my text
      </Button>
    </Alert>
  )
}
