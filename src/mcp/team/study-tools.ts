// What an assistant may do with studies: list them, read their answers, and open one.
import { STUDY_STATES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { Themes } from '../../contract/research/themes.ts'
import {
  AnyNumber,
  AnyText,
  DateTime,
  ObjectOf,
  OneOf,
  Optional,
  Text,
  Uuid,
  WholeNumber,
} from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { createStudy, getStudy, listStudies } from '../../domain/research/manage-studies.ts'
import { listThemes } from '../../domain/research/manage-themes.ts'
import { listAnswers } from '../../domain/research/read-answers.ts'
import { ADDS } from '../tool.ts'
import { pageFields, Words, wholeDays } from './arguments.ts'
import { QUOTED, TEAM_READS, type TeamTool, writing } from './context.ts'
import { showStudy } from './show.ts'
import { cut, readWithinBudget } from './token-budget.ts'

const ListInput = ObjectOf(
  { state: Optional(OneOf(STUDY_STATES)), ...pageFields },
  { additionalProperties: false },
)
const listInput = checker(ListInput, 'body')

export const listStudiesTool: TeamTool = {
  name: 'list_studies',
  title: 'List studies',
  description: 'The team’s questions to its users, newest first, with how many answered.',
  inputSchema: ListInput,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const { limit = LIMITS.teamPageSize, ...query } = listInput.parse(args)
    const text = await readWithinBudget(limit, async (most) => {
      const { items, next_cursor } = await listStudies(deps, projectId, { ...query, limit: most })
      return { studies: items.map((study) => showStudy(study, links)), next_cursor }
    })
    return { text }
  },
}

const ANSWER_TOKENS = 200
const USER_TOKENS = 30
const TITLE_TOKENS = 40
const MOST_THEMES = 10

const AnswersInput = ObjectOf(
  {
    study_id: Uuid(),
    q: Optional(Words),
    theme: Optional(Uuid()),
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    ...pageFields,
  },
  { additionalProperties: false },
)
const answersInput = checker(AnswersInput, 'body')

const showThemes = ({ items }: Themes) =>
  items.slice(0, MOST_THEMES).map(({ id, title, answer_count }) => ({
    theme_id: id,
    answers: answer_count,
    quoted: { title: cut(title, TITLE_TOKENS) },
  }))

export const getStudyAnswersTool: TeamTool = {
  name: 'get_study_answers',
  title: 'Read answers',
  description: `A study, its themes, and what users answered, newest first. ${QUOTED}`,
  inputSchema: AnswersInput,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const { study_id, limit = LIMITS.teamPageSize, ...query } = answersInput.parse(wholeDays(args))
    const study = showStudy(await getStudy(deps, projectId, study_id), links)
    const themes = showThemes(await listThemes(deps, projectId, study_id, {}))
    const text = await readWithinBudget(limit, async (most) => {
      const { items, next_cursor } = await listAnswers(deps, projectId, study_id, { ...query, limit: most })
      const answers = items.map(({ user_id, answer, posted_at, sentiment, theme }) => ({
        posted_at: posted_at.slice(0, 16),
        sentiment: sentiment ?? undefined,
        theme_id: theme?.id,
        quoted: { answer: cut(answer, ANSWER_TOKENS), user_id: cut(user_id, USER_TOKENS) },
      }))
      return { study, ...(themes.length > 0 && { themes }), answers, next_cursor }
    })
    return { text }
  },
}

const CreateInput = ObjectOf({
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
const createInput = checker(CreateInput, 'body')

export const createStudyTool: TeamTool = writing({
  name: 'create_study',
  title: 'Open a study',
  description: 'A question that agents put to users. Only when the person you talk to asked for it.',
  inputSchema: CreateInput,
  annotations: ADDS,
  async call({ deps, actor, projectId, links }, args) {
    return {
      text: showStudy(await createStudy(deps, actor, projectId, createInput.parse(wholeDays(args))), links),
    }
  },
})
