// Every MCP tool on one page.
import { getActiveStudiesTool } from './get-active-studies.ts'
import { getServiceGuidelinesTool } from './get-service-guidelines.ts'
import { postObservationsTool } from './post-observations.ts'
import { postResearchAnswerTool } from './post-research-answer.ts'
import type { Tool } from './tool.ts'

export const TOOLS: readonly Tool[] = [
  getServiceGuidelinesTool,
  getActiveStudiesTool,
  postObservationsTool,
  postResearchAnswerTool,
]
