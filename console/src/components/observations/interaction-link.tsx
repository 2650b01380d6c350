// A link to a note's conversation in the team's own tool, if the project has an address for it.
import { Anchor, Tooltip } from '@mantine/core'
import { interactionUrl } from '../../../../src/contract/projects/interaction-url.ts'
import { IconExternalLink } from '../../icons/tabler.ts'
import { useResource } from '../../queries.ts'

export function InteractionLink({ interactionId }: { interactionId: string }) {
  const project = useResource([])
  const url = interactionUrl(project.data?.interaction_url, interactionId)
  if (!url) return null
  return (
    <Tooltip label={new URL(url).host}>
      <Anchor href={url} target="_blank" rel="noreferrer noopener" inherit>
        Open conversation <IconExternalLink size={13} aria-hidden style={{ verticalAlign: '-2px' }} />
      </Anchor>
    </Tooltip>
  )
}
