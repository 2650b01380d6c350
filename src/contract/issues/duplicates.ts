// Possible duplicates: pairs of issues that the digest kept separate though they may be the same, for people and their
// assistants to judge.
import { PAIR_VERDICTS } from '../labels.ts'
import { AnyNumber, type Infer, ListOf, ObjectOf, OneOf, Uuid } from '../schema.ts'
import { Issue } from './issues.ts'

export const DuplicatePair = ObjectOf({
  one: Issue,
  other: Issue,
  chance: AnyNumber({
    minimum: 0,
    maximum: 1,
    description:
      "The probability that the two are the same, by the digest's comparison and earlier verdicts.",
  }),
})
export type DuplicatePair = Infer<typeof DuplicatePair>

const pairOfIssues = ListOf(Uuid(), { minItems: 2, maxItems: 2, description: 'The two issues.' })

export const PairVerdict = ObjectOf({
  issue_ids: pairOfIssues,
  verdict: OneOf(PAIR_VERDICTS, {
    description:
      '`same` merges the two: the one with more observations remains. `different` keeps them apart.',
  }),
})
export type PairVerdict = Infer<typeof PairVerdict>

export const PairVerdictUndone = ObjectOf({ issue_ids: pairOfIssues })
export type PairVerdictUndone = Infer<typeof PairVerdictUndone>
