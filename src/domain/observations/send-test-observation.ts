// Stores one observation as an agent would, and shows the whole exchange, so that a team sees what goes over the wire.
import type { ObservationBatchCreate } from '../../contract/observations/observations.ts'
import type { TestObservation } from '../../contract/sample/samples.ts'
import { inTransaction } from '../../db/pool.ts'
import { markSample } from '../../db/sample/samples.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { storeObservations } from './post-observations.ts'

/** The end user that test observations are about. */
export const TESTER = 'fieldnote-test'

export async function sendTestObservation(
  deps: Deps,
  actor: Actor,
  projectId: string,
  restUrl: string,
): Promise<TestObservation> {
  const started = performance.now()
  const batch = testBatch(deps.newId())
  const response = await inTransaction(deps.db, async (tx) => {
    const stored = await storeObservations(tx, deps, { projectId, source: 'rest', batch })
    const ids = stored.results.map(({ id }) => id)
    await markSample(tx, projectId, 'observation', ids)
    const subjectId = ids[0] ?? null
    await audit(tx, deps, projectId, { actor, action: 'observation.tested', subjectId })
    return stored
  })
  deps.meter.observationsStored('rest', batch.observations.length)
  deps.wakeDigest()
  return {
    request: {
      method: 'POST',
      url: `${restUrl}observations/`,
      headers: { Authorization: 'ApiKey fnk_••••••••', 'Content-Type': 'application/json' },
      body: batch,
    },
    response,
    milliseconds: Math.round(performance.now() - started),
  }
}

const testBatch = (id: string): ObservationBatchCreate => ({
  user_id: TESTER,
  interaction_id: `test-${id}`,
  user_sentiment: 'positive',
  observations: [
    {
      title: 'The connection works: a test observation arrived',
      description:
        'Sent from the settings page to see how an observation travels from an agent to this console. Nobody said this; it can be removed together with the sample data.',
    },
  ],
})
