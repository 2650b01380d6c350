// get_study_answers
import { LIMITS } from '../../contract/limits.ts'
import type { Themes } from '../../contract/research/themes.ts'
import { DateTime, ObjectOf, Optional, Uuid } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { getStudy } from '../../domain/research/manage-studies.ts'
import { listThemes } from '../../domain/research/manage-themes.ts'
import { listAnswers } from '../../domain/research/read-answers.ts'
import { pageFields, Words, wholeDays } from './arguments.ts'
import { QUOTED, TEAM_READS, type TeamTool } from './context.ts'
import { showStudy } from './show.ts'
import { cut, readWithinBudget } from './token-budget.ts'

const ANSWER_TOKENS = 200
const USER_TOKENS = 30
const TITLE_TOKENS = 40
const MOST_THEMES = 10

const Input = ObjectOf(
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
const input = checker(Input, 'body')

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
  inputSchema: Input,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const { study_id, limit = LIMITS.teamPageSize, ...query } = input.parse(wholeDays(args))
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
