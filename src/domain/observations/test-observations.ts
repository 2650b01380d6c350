// Handles one observation as if an agent had sent it and shows the whole exchange, so that a team sees what is
// transmitted. It is kept apart from real observations: it is in no issue, list or count.
import type {
  Observation,
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
} from '../../contract/observations/observations.ts'
import type { SampleRemoved, TestObservation } from '../../contract/sample/samples.ts'
import { inTransaction } from '../../db/pool.ts'
import { deleteTestObservations, insertTestObservation } from '../../db/sample/test-observations.ts'
import { type Actor, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { readBatch } from './post-observations.ts'

/** The end user that test observations are about. */
const TESTER = 'fieldnote-test'

export async function sendTestObservation(
  deps: Deps,
  actor: Actor,
  projectId: string,
  restUrl: string,
): Promise<TestObservation> {
  const started = performance.now()
  const batch = testBatch(deps.newId())
  const response: ObservationBatchCreateResponse = readBatch(deps, {
    source: 'rest',
    batch,
  }).response
  const [observation] = response.results as [Observation]
  await inTransaction(deps.db, async (tx) => {
    await insertTestObservation(tx, projectId, observation, deps.now())
    await audit(tx, deps, projectId, { actor, action: 'test.sent', subjectId: null })
  })
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
        'Sent from the settings page to see how an observation travels from an agent to this console. Nobody said this; it is in no issue and no count.',
    },
  ],
})

/** Takes test observations away again. */
export function removeTestObservations(deps: Deps, actor: Actor, projectId: string): Promise<SampleRemoved> {
  return inTransaction(deps.db, async (tx) => {
    const observations = await deleteTestObservations(tx, projectId)
    const facts = { observations }
    if (observations > 0)
      await audit(tx, deps, projectId, { actor, action: 'test.removed', subjectId: null, facts })
    return { observations }
  })
}
