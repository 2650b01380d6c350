// get_active_studies
import { ActiveStudies, ActiveStudiesQuery } from '../contract/research/research.ts'
import { checker } from '../contract/validate.ts'
import { getActiveStudiesByIndex } from '../domain/research/get-active-studies.ts'
import { READS, type Tool } from './tool.ts'

const input = checker(ActiveStudiesQuery, 'body')

export const getActiveStudiesTool: Tool = {
  name: 'get_active_studies',
  title: 'List the open research studies',
  description:
    "List the team's open questions for this end user, with what the user already answered. Call it before you investigate a study, and again whenever you need the latest logged answer. Judge each study's eligibility_criteria yourself. Answer with post_research_answer, naming the study by its id (or by its position in the list, counted from 0, as study_index).",
  searchHint: 'open research or survey questions to ask this user',
  inputSchema: ActiveStudiesQuery,
  outputSchema: ActiveStudies,
  annotations: READS,
  async call({ deps, projectId }, args) {
    const { user_id } = input.parse(args)
    return { structured: await getActiveStudiesByIndex(deps, projectId, user_id) }
  },
}
