// list_studies
import { STUDY_STATES } from '../../contract/labels.ts'
import { LIMITS } from '../../contract/limits.ts'
import { ObjectOf, OneOf, Optional } from '../../contract/schema.ts'
import { checker } from '../../contract/validate.ts'
import { listStudies } from '../../domain/research/manage-studies.ts'
import { pageFields } from './arguments.ts'
import { TEAM_READS, type TeamTool } from './context.ts'
import { showStudy } from './show.ts'
import { readWithinBudget } from './token-budget.ts'

const Input = ObjectOf(
  { state: Optional(OneOf(STUDY_STATES)), ...pageFields },
  { additionalProperties: false },
)
const input = checker(Input, 'body')

export const listStudiesTool: TeamTool = {
  name: 'list_studies',
  title: 'List studies',
  description: 'The team’s questions to its users, newest first, with how many answered.',
  inputSchema: Input,
  annotations: TEAM_READS,
  async call({ deps, projectId, links }, args) {
    const { limit = LIMITS.teamPageSize, ...query } = input.parse(args)
    const text = await readWithinBudget(limit, async (most) => {
      const { items, next_cursor } = await listStudies(deps, projectId, { ...query, limit: most })
      return { studies: items.map((study) => showStudy(study, links)), next_cursor }
    })
    return { text }
  },
}
