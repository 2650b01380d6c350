// Observations that are close in meaning.
import { Text } from '@mantine/core'
import type { ObservationDetail } from '../../../../../src/contract/observations/observation-details.ts'
import { useResource } from '../../../queries.ts'
import { Loaded, Rows } from '../../states.tsx'
import { ObservationBrief } from './observation-brief.tsx'
import { Section } from './section.tsx'

export function Similar({ observation }: { observation: ObservationDetail }) {
  const isDigested = observation.digest.state === 'done'
  const similar = useResource(['observations', observation.id, 'similar'], {}, { enabled: isDigested })
  return (
    <Section title="Similar observations">
      {!isDigested ? (
        <Text size="sm" c="dimmed">
          Available once this observation has been digested.
        </Text>
      ) : (
        <Loaded of={similar} loading={<Rows count={3} />}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm" c="dimmed">
                No similar observations yet.
              </Text>
            ) : (
              items.map((item) => <ObservationBrief key={item.id} observation={item} />)
            )
          }
        </Loaded>
      )}
    </Section>
  )
}
