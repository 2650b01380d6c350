// search_observations
import { ObjectOf } from '../../contract/schema.ts'
import { pageOfObservations } from '../../domain/observations/read-observations.ts'
import { filterFields, pageFields, readFilters } from './arguments.ts'
import { QUOTED, TEAM_READS, type TeamTool } from './context.ts'
import { showObservation } from './show.ts'
import { readWithinBudget } from './token-budget.ts'

export const searchObservationsTool: TeamTool = {
  name: 'search_observations',
  title: 'Search observations',
  description: `What users said, newest first, by words and filters, each to be quoted with its link. ${QUOTED}`,
  inputSchema: ObjectOf({ ...filterFields, ...pageFields }),
  annotations: TEAM_READS,
  async call(context, args) {
    const { deps, projectId, links } = context
    const { limit, ...filters } = await readFilters(context, args)
    const text = await readWithinBudget(limit, async (most) => {
      const { items, next_cursor } = await pageOfObservations(deps, projectId, { ...filters, limit: most })
      return { observations: items.map((item) => showObservation(item, links)), next_cursor }
    })
    return { text }
  },
}
