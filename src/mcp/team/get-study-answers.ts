// get_study_answers
import { LIMITS } from '../../contract/limits.ts'
import { DateTime, ObjectOf, Optional, Uuid } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { getStudy } from '../../domain/research/manage-studies.ts'
import { listAnswers } from '../../domain/research/read-answers.ts'
import { pageFields, Words, wholeDays } from './arguments.ts'
import { QUOTED, READS, type TeamTool } from './context.ts'
import { cut, inRoom } from './room.ts'
import { showStudy } from './show.ts'

const ANSWER_TOKENS = 200
const USER_TOKENS = 30

const Input = ObjectOf(
  {
    study_id: Uuid(),
    q: Optional(Words),
    from: Optional(DateTime()),
    to: Optional(DateTime()),
    ...pageFields,
  },
  { additionalProperties: false },
)
const input = checker(Input, 'body')

export const getStudyAnswersTool: TeamTool = {
  name: 'get_study_answers',
  title: 'Read answers',
  description: `A study and what users answered, newest first. ${QUOTED}`,
  inputSchema: Input,
  annotations: READS,
  async call({ deps, projectId, links }, args) {
    const { study_id, limit = LIMITS.teamPageSize, ...query } = input.parse(wholeDays(args))
    const study = showStudy(await getStudy(deps, projectId, study_id), links)
    const text = await inRoom(limit, async (most) => {
      const { items, next_cursor } = await listAnswers(deps, projectId, study_id, { ...query, limit: most })
      const answers = items.map(({ user_id, answer, posted_at }) => ({
        posted_at: posted_at.slice(0, 16),
        quoted: { answer: cut(answer, ANSWER_TOKENS), user_id: cut(user_id, USER_TOKENS) },
      }))
      return { study, answers, next_cursor }
    })
    return { text }
  },
}
