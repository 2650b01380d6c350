// Every MCP tool of the agents' endpoint on one page.
import { getInstructions } from '../domain/guidelines/get-instructions.ts'
import { getActiveStudiesTool } from './get-active-studies.ts'
import { getServiceGuidelinesTool } from './get-service-guidelines.ts'
import { postObservationsTool } from './post-observations.ts'
import { postResearchAnswerTool } from './post-research-answer.ts'
import type { Tool, ToolContext } from './tool.ts'
import type { McpEndpoint } from './transport.ts'

export const MCP_PATH = '/mcp/v1/project/{project_id}/'

const TOOLS: readonly Tool[] = [
  getServiceGuidelinesTool,
  getActiveStudiesTool,
  postObservationsTool,
  postResearchAnswerTool,
]

export const AGENT_ENDPOINT: McpEndpoint<ToolContext> = {
  path: MCP_PATH,
  tools: TOOLS,
  instructions: ({ deps, projectId }) => getInstructions(deps, projectId),
}
