// The project itself: name, product, facts, sample data, export and deletion.
import { Stack } from '@mantine/core'
import { Page } from '../../components/page.tsx'
import { ExportProject } from '../../components/projects/export-project.tsx'
import { OwnersOnly } from '../../components/projects/owners-only.tsx'
import { Loaded, Rows } from '../../components/states.tsx'
import { useResource } from '../../queries.ts'
import { useMay } from '../../session/project.ts'
import { DeleteProject } from './delete-project.tsx'
import { DescribeProduct } from './describe-product.tsx'
import { InteractionLinks } from './interaction-links.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { RenameProject } from './rename-project.tsx'
import { RestPeriod } from './rest-period.tsx'
import { SampleSettings } from './sample-settings.tsx'

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
