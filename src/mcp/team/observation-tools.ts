// Observations by words and filters: a page of them, or how many there are.
import { ObjectOf } from '../../contract/schema.ts'
import { countObservations } from '../../domain/observations/count-observations.ts'
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

export const countObservationsTool: TeamTool = {
  name: 'count_observations',
  title: 'Count observations',
  description: 'How many, from how many users, by sentiment; same filters as search_observations.',
  inputSchema: ObjectOf(filterFields),
  annotations: TEAM_READS,
  async call(context, args) {
    const { deps, projectId, links } = context
    const { limit: _, cursor: __, ...filters } = await readFilters(context, args)
    const counts = await countObservations(deps, projectId, filters)
    return { text: { ...counts, url: links.observations(filters) } }
  },
}
