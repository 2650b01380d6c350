// The project itself: its name, its product, its facts, sample data, the way to another instance, and the end of it.
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { LIMITS } from '../../../../src/contract/limits.ts'
import type { ProjectDetail } from '../../../../src/contract/projects/projects.ts'
import { api, projectPath } from '../../api.ts'
import { CopyLine } from '../../components/copy.tsx'
import { LineForm } from '../../components/forms/line-form.tsx'
import { sayFailed, sayUndoable } from '../../components/notices.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { useOpenSample } from '../../components/sample/open-sample.ts'
import { RemoveSampleButton } from '../../components/sample/remove-sample-button.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { capitalized, formatDateTime, plural } from '../../format.ts'
import { useChange, useResource } from '../../queries.ts'
import { useCurrentProject, useMay, useProjectId } from '../../session/project.ts'
import { DeleteProject } from './delete-project.tsx'
import { InteractionLinks } from './interaction-links.tsx'
import { RenameProject } from './rename-project.tsx'
import { RestPeriod } from './rest-period.tsx'
import classes from './settings.module.css'

export function ProjectPage() {
  const project = useResource([])
  const owner = useMay('owner')
  const editor = useMay('editor')
  return (
    <Page
      title="Project"
      about="What agents are told about your product, and how to move or delete this project."
      width="text"
    >
      <OwnersOnly what="the project" />
      <Loaded of={project} loading={<Rows />}>
        {(detail) => (
          <Stack gap="md">
            {owner && <RenameProject key={detail.name} name={detail.name} />}
            {owner && <DescribeProduct key={`about ${detail.about}`} about={detail.about} />}
            {owner && (
              <InteractionLinks key={`link ${detail.interaction_url}`} template={detail.interaction_url} />
            )}
            {owner && <RestPeriod key={`rest ${detail.rest_days}`} days={detail.rest_days} />}
            <ProjectFacts project={detail} />
            {editor && detail.sample_of === null && <SampleSettings sample={detail.sample} />}
            {owner && <ExportProject />}
            {owner && <DeleteProject name={detail.name} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  )
}

function ExportProject() {
  const projectId = useProjectId()
  return (
    <Panel title="Move to another instance">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px">
          One archive with everything in this project, except members, API keys, and alerts. Import it there
          under “New project”.
        </Text>
        <Button variant="default" component="a" href={projectPath(projectId, 'archive')} download>
          Export project
        </Button>
      </Group>
    </Panel>
  )
}

function DescribeProduct({ about: saved }: { about: string | null }) {
  const [about, setAbout] = useState(saved ?? '')
  const describe = useChange((to: string | null, projectId) =>
    api.patch(projectPath(projectId), { about: to }),
  )
  const wanted = about.trim() || null
  const save = () =>
    describe.mutate(wanted, {
      onSuccess: () =>
        sayUndoable('Saved the description.', () => describe.mutate(saved, { onError: sayFailed })),
    })
  return (
    <Panel title="Product" about="One line about the product. Agents read it with the name.">
      <LineForm
        label="About the product"
        placeholder="An invoicing app for freelancers and small businesses"
        maxLength={LIMITS.aboutLength}
        value={about}
        onChange={setAbout}
        onSave={save}
        saving={describe}
        idle={wanted === saved}
      />
    </Panel>
  )
}

function ProjectFacts({ project: { id, name, created_at } }: { project: ProjectDetail }) {
  const role = useCurrentProject()?.role
  const mayRename = useMay('owner')
  return (
    <Panel title="Details">
      <Box component="dl" className={classes.facts}>
        {!mayRename && <Fact name="Name">{name}</Fact>}
        <Fact name="Project ID">
          <CopyLine text={id} label="project ID" />
        </Fact>
        <Fact name="Created">{formatDateTime(created_at)}</Fact>
        <Fact name="Your role">{role && capitalized(role)}</Fact>
      </Box>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} dir="auto" className="fn-break">
        {children}
      </Text>
    </>
  )
}

function SampleSettings({ sample }: { sample: ProjectDetail['sample'] }) {
  const opening = useOpenSample()
  return (
    <Panel
      title="Sample project"
      about="A month of data from a fictional product, kept separate from your own."
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 240px">
          {sample
            ? `It has ${plural(sample.observations, 'observation')}. Deleting it won’t affect this project.`
            : 'There’s no sample project yet.'}
        </Text>
        <Group gap="xs">
          <Button variant="default" loading={opening.isPending} onClick={opening.open}>
            Open sample project
          </Button>
          {sample && <RemoveSampleButton />}
        </Group>
      </Group>
    </Panel>
  )
}
