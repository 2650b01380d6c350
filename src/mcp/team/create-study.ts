// create_study
import { LIMITS } from '../../contract/limits.ts'
import {
  AnyNumber,
  AnyText,
  DateTime,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  WholeNumber,
} from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { createStudy } from '../../domain/research/manage-studies.ts'
import { ADDS } from '../tool.ts'
import { wholeDays } from './arguments.ts'
import { type TeamTool, writing } from './context.ts'
import { showStudy } from './show.ts'

const Input = ObjectOf({
  question: Text(LIMITS.questionLength),
  eligibility_criteria: Optional(
    AnyText({ maxLength: LIMITS.criteriaLength, description: 'Whom agents may ask; everyone by default.' }),
  ),
  sampling_rate: Optional(
    AnyNumber({ minimum: 0, maximum: 1, description: 'Share of users asked, 0 to 1; default 1.' }),
  ),
  max_answers: Optional(WholeNumber({ minimum: 1, maximum: LIMITS.answersPerStudy })),
  starts_at: Optional(DateTime()),
  ends_at: Optional(DateTime()),
  state: Optional(
    OneOf(['draft', 'active'], { description: 'draft by default; active asks users at once.' }),
  ),
})
const input = checker(Input, 'body')

export const createStudyTool: TeamTool = writing({
  name: 'create_study',
  title: 'Open a study',
  description: 'A question that agents put to users. Only when the person you talk to asked for it.',
  inputSchema: Input,
  annotations: ADDS,
  async call({ deps, actor, projectId, links }, args) {
    return { text: showStudy(await createStudy(deps, actor, projectId, input.parse(wholeDays(args))), links) }
  },
})
