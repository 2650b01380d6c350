// count_observations
import { ObjectOf } from '../../contract/schema.ts'
import { countObservations } from '../../domain/observations/count-observations.ts'
import { filterFields, readFilters } from './arguments.ts'
import { TEAM_READS, type TeamTool } from './context.ts'

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
