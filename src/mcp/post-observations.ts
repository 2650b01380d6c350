// post_observations

import { NOTE_DEFAULTS, type NoteChoices } from '../contract/guidelines/note-settings.ts'
import { IdempotencyKey } from '../contract/idempotency.ts'
import {
  ObservationBatchCreate,
  ObservationBatchCreateResponse,
  observationBatchViolations,
} from '../contract/observations/observations.ts'
import { refuseInvalid } from '../contract/refusal.ts'
import { ObjectOf, Optional } from '../contract/schema.ts'
import { checker } from '../contract/validate.ts'
import { postObservationsText } from '../domain/guidelines/note-texts.ts'
import { postObservations } from '../domain/observations/post-observations.ts'
import { ADDS, type Tool } from './tool.ts'

type Posted = ObservationBatchCreate & { idempotency_key?: string }

/** Most posts have no key and are returned as they are. */
function splitKey(args: Posted): { idempotency_key?: string; batch: ObservationBatchCreate } {
  if (args.idempotency_key === undefined) return { batch: args }
  const { idempotency_key, ...batch } = args
  return { idempotency_key, batch }
}

const Repeatable = ObjectOf({ idempotency_key: Optional(IdempotencyKey) })
const repeatable = checker(Repeatable, 'body')

export const postObservationsTool: Tool = {
  name: 'post_observations',
  title: 'Post observations',
  description: postObservationsText(NOTE_DEFAULTS),
  searchHint: 'report user feedback, bug, complaint, wish, confusion or praise',
  inputSchema: ObjectOf({ ...ObservationBatchCreate.fields, ...Repeatable.fields }),
  outputSchema: ObservationBatchCreateResponse,
  annotations: ADDS,
  async call({ deps, projectId, keyId, limits }, args) {
    refuseInvalid([...observationBatchViolations(args), ...repeatable.violations(args)])
    const { idempotency_key, batch } = splitKey(args as Posted)
    const { response } = await postObservations(deps, {
      projectId,
      keyId,
      budget: limits.observations_per_day,
      source: 'mcp',
      batch,
      idempotencyKey: idempotency_key,
    })
    return { structured: response, text: response.results }
  },
}

/** For a project whose settings ask for something in particular. */
export const postObservationsToolFor = (notes: NoteChoices): Tool => ({
  ...postObservationsTool,
  description: postObservationsText(notes),
})
