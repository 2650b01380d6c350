// Every tool of the team's endpoint on one page.
import { getTeamInstructions } from '../../domain/guidelines/get-instructions.ts'
import type { McpEndpoint } from '../call-tool.ts'
import type { TeamContext, TeamTool } from './context.ts'
import { countObservationsTool } from './count-observations.ts'
import { createStudyTool } from './create-study.ts'
import { fetchTool } from './fetch.ts'
import { findSimilarTool } from './find-similar.ts'
import { getIssueTool } from './get-issue.ts'
import { getOverviewTool } from './get-overview.ts'
import { getStudyAnswersTool } from './get-study-answers.ts'
import { listIssuesTool } from './list-issues.ts'
import { listStudiesTool } from './list-studies.ts'
import { mergeIssuesTool } from './merge-issues.ts'
import { judgeDuplicatesTool } from './review/judge-duplicates.ts'
import { listIssuesToReviewTool } from './review/list-issues-to-review.ts'
import { reviewIssueTool } from './review/review-issue.ts'
import { TIDY_PROMPT } from './review/tidy-prompt.ts'
import { searchTool } from './search.ts'
import { searchObservationsTool } from './search-observations.ts'
import { updateIssueTool } from './update-issue.ts'

export const TEAM_PATH = '/mcp/v1/team/{project_id}/'

export const TEAM_TOOLS: readonly TeamTool[] = [
  getOverviewTool,
  listIssuesTool,
  getIssueTool,
  searchObservationsTool,
  countObservationsTool,
  findSimilarTool,
  listStudiesTool,
  getStudyAnswersTool,
  searchTool,
  fetchTool,
  updateIssueTool,
  mergeIssuesTool,
  createStudyTool,
  listIssuesToReviewTool,
  reviewIssueTool,
  judgeDuplicatesTool,
]

export const TEAM_ENDPOINT: McpEndpoint<TeamContext> = {
  path: TEAM_PATH,
  tools: TEAM_TOOLS,
  listed: async ({ readOnly }) => TEAM_TOOLS.filter(({ forWriters }) => readOnly === null || !forWriters),
  prompts: ({ readOnly }) => (readOnly === null ? [TIDY_PROMPT] : []),
  instructions: ({ deps, projectId }) => getTeamInstructions(deps, projectId),
}
