// The issue of an observation, and moving it to another.
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { IssuePlacedBy } from '../../../../../src/contract/labels.ts'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import { api, projectPath } from '../../../api.ts'
import { useChange } from '../../../queries.ts'
import { useMay, useProjectId } from '../../../session/project.ts'
import { IssueNumber } from '../../issues/issue-marks.tsx'
import { IssuePicker } from '../../issues/issue-picker.tsx'
import { TextLink } from '../../links.tsx'
import { sayDone, sayFailed, sayUndoable } from '../../notices.tsx'
import { usePutObservation } from './observation-cache.ts'
import { Section } from './section.tsx'

type ObservationIssueProps = { observation: ObservationDetail; onCover: (covered: boolean) => void }

export function ObservationIssue({ observation, onCover }: ObservationIssueProps) {
  const [picking, { open, close }] = useDisclosure(false, {
    onOpen: () => onCover(true),
    onClose: () => onCover(false),
  })
  const mayMove = useMay('editor') && observation.digest.state === 'done'
  const move = useMove(observation)
  const moveTo = (to: string | null) => {
    close()
    move.mutate({ to, from: observation.issue }, { onError: sayFailed })
  }
  return (
    <Section
      title="Issue"
      actions={
        mayMove && (
          <Button size="compact-sm" variant="default" onClick={open} loading={move.isPending}>
            Move…
          </Button>
        )
      }
    >
      <IssueLink issue={observation.issue} />
      <IssuePicker
        opened={picking}
        onClose={close}
        title="Move to another issue"
        exclude={observation.issue ? [observation.issue.id] : []}
        onPick={({ id }) => moveTo(id)}
        onNew={() => moveTo(null)}
      />
    </Section>
  )
}

function IssueLink({ issue }: Pick<ObservationDetail, 'issue'>) {
  const projectId = useProjectId()
  if (!issue)
    return (
      <Text size="sm" c="dimmed">
        Not part of an issue yet.
      </Text>
    )
  return (
    <>
      <TextLink
        to="/p/$projectId/issues/$issueId"
        params={{ projectId, issueId: issue.id }}
        size="sm"
        fw={560}
        dir="auto"
        className="fn-break"
      >
        {issue.title}
      </TextLink>{' '}
      <IssueNumber number={issue.number} />
      {PLACED[issue.placed_by] && (
        <Text size="xs" c="dimmed">
          {PLACED[issue.placed_by]}
        </Text>
      )}
    </>
  )
}

const PLACED: Record<IssuePlacedBy, string | null> = {
  machine: null,
  agent: 'The agent placed this here by naming the issue. Move it if that’s wrong.',
  assistant: 'Placed here by an assistant. The digest won’t move it; you can.',
  person: 'Placed here by a person. The digest won’t move it.',
}

type Move = { to: string | null; from: ObservationDetail['issue'] }

/** Moves the observation, and offers to undo that. */
function useMove({ id }: ObservationDetail) {
  const projectId = useProjectId()
  const put = usePutObservation()
  const post = async (projectId: string, issueId: string | null) =>
    put(
      await api.post(projectPath(projectId, 'observations', id, 'move'), {
        issue_id: issueId,
      }),
    )
  const back = useChange((issueId: string, projectId) => post(projectId, issueId))
  // The old issue is part of the move, because afterwards only the new one is known.
  return useChange(({ to }: Move, projectId) => post(projectId, to), {
    onDone: ({ issue }, { to, from }) => {
      const said = to === null ? 'Moved to a new issue.' : `Moved to “${issue?.title}”.`
      const at = issue ? { projectId, issueId: issue.id } : undefined
      if (from) sayUndoable(said, () => back.mutate(from.id, { onError: sayFailed }), at)
      else sayDone(said)
    },
  })
}
