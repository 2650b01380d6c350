// The whole interaction of an observation: everything observed and answered in it, in order.
import { Text } from '@mantine/core'
import { LIMITS } from '../../../../../src/contract/limits.ts'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import type { UserAnswer } from '../../../../../src/contract/users/users.ts'
import { formatNumber } from '../../../format.ts'
import { useResource } from '../../../queries.ts'
import { useProjectId } from '../../../session/project.ts'
import { TextLink } from '../../links.tsx'
import { AnswerBrief } from '../../research/answer-brief.tsx'
import { Loaded, Rows } from '../../states.tsx'
import { ObservationBrief } from './observation-brief.tsx'
import { Section } from './section.tsx'

const MOST = LIMITS.pageSizeMax

type Moment = { at: string; id: string } & (
  | { observation: ObservationDetail; answer?: never }
  | { answer: UserAnswer; observation?: never }
)

export function Interaction({ observation }: { observation: ObservationDetail }) {
  const { id, interaction_id, user_id } = observation
  const projectId = useProjectId()
  const observed = useResource(['observations'], { interaction_id, limit: MOST })
  const answered = useResource(['users', user_id, 'answers'], { limit: MOST })
  const answers = answered.data?.items.filter((answer) => answer.interaction_id === interaction_id) ?? []
  return (
    <Section title="In this conversation">
      <Loaded of={observed} loading={<Rows count={2} />}>
        {({ items, next_cursor }) => (
          <>
            {next_cursor !== null && (
              <Text size="xs" c="dimmed">
                Showing the latest {formatNumber(MOST)}.{' '}
                <TextLink
                  to="/p/$projectId/observations"
                  params={{ projectId }}
                  search={{ interaction_id }}
                  inherit
                >
                  Show all
                </TextLink>
              </Text>
            )}
            {inOrder(items, answers).map(({ observation, answer, id: key }) =>
              observation ? (
                <ObservationBrief key={key} observation={observation} marked={key === id} />
              ) : (
                <AnswerBrief key={key} answer={answer} />
              ),
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function inOrder(observations: ObservationDetail[], answers: UserAnswer[]): Moment[] {
  const moments: Moment[] = [
    ...observations.map((observation) => ({ at: observation.created_at, id: observation.id, observation })),
    ...answers.map((answer) => ({ at: answer.posted_at, id: answer.id, answer })),
  ]
  // Ids increase with time, and order items of the same batch.
  return moments.sort((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
}
