// The sample project and test observations, which can be removed again.
import { ObservationBatchCreate, ObservationBatchCreateResponse } from '../observations/observations.ts'
import { AnyText, type Infer, ObjectOf, OneOf, Uuid, WholeNumber, YesOrNo } from '../schema.ts'

export const SampleFacts = ObjectOf({
  project_id: Uuid({ description: 'The sample project itself.' }),
  observations: WholeNumber(),
  tags: WholeNumber(),
  studies: WholeNumber(),
  answers: WholeNumber(),
  complete: YesOrNo({
    description: 'False while the first digest runs; a few more observations and decisions follow.',
  }),
})
export type SampleFacts = Infer<typeof SampleFacts>

export const SampleRemoved = ObjectOf({ observations: WholeNumber() })
export type SampleRemoved = Infer<typeof SampleRemoved>

export const TestObservation = ObjectOf({
  request: ObjectOf({
    method: OneOf(['POST']),
    url: AnyText(),
    headers: ObjectOf({
      Authorization: AnyText({ description: 'With the key masked, because keys are not stored.' }),
      'Content-Type': AnyText(),
    }),
    body: ObservationBatchCreate,
  }),
  response: ObservationBatchCreateResponse,
  milliseconds: WholeNumber({ description: 'How long storing took.' }),
})
export type TestObservation = Infer<typeof TestObservation>
