// Sample data and test observations: made to be looked at and taken away again.
import { ObservationBatchCreate, ObservationBatchCreateResponse } from '../observations/observations.ts'
import { AnyText, type Infer, ObjectOf, OneOf, WholeNumber, YesOrNo } from '../schema.ts'

export const SampleFacts = ObjectOf({
  observations: WholeNumber({
    description: 'Of the invented product; 0 when only test observations are there.',
  }),
  test_observations: WholeNumber(),
  tags: WholeNumber(),
  studies: WholeNumber(),
  complete: YesOrNo({
    description: 'False while the first digest runs; a few more observations and decisions follow it.',
  }),
})
export type SampleFacts = Infer<typeof SampleFacts>

export const SampleFilled = ObjectOf({
  observations: WholeNumber(),
  users: WholeNumber(),
  interactions: WholeNumber(),
  tags: WholeNumber(),
  studies: WholeNumber(),
  answers: WholeNumber(),
})
export type SampleFilled = Infer<typeof SampleFilled>

export const SampleRemoved = ObjectOf({ observations: WholeNumber() })
export type SampleRemoved = Infer<typeof SampleRemoved>

export const TestObservation = ObjectOf({
  request: ObjectOf({
    method: OneOf(['POST']),
    url: AnyText(),
    headers: ObjectOf({
      Authorization: AnyText({ description: 'With a mask for the key: keys are not stored.' }),
      'Content-Type': AnyText(),
    }),
    body: ObservationBatchCreate,
  }),
  response: ObservationBatchCreateResponse,
  milliseconds: WholeNumber({ description: 'How long storing took.' }),
})
export type TestObservation = Infer<typeof TestObservation>
