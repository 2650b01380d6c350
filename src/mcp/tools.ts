// Every MCP tool of the agents' endpoint on one page.
import { NOTE_DEFAULTS, type NoteChoices } from '../contract/guidelines/note-settings.ts'
import { getInstructions } from '../domain/guidelines/get-instructions.ts'
import type { McpEndpoint } from './call-tool.ts'
import { getActiveStudiesTool } from './get-active-studies.ts'
import { getServiceGuidelinesTool } from './get-service-guidelines.ts'
import { postObservationsTool, postObservationsToolFor } from './post-observations.ts'
import { postResearchAnswerTool } from './post-research-answer.ts'
import type { Tool, ToolContext } from './tool.ts'

export const MCP_PATH = '/mcp/v1/project/{project_id}/'

const TOOLS: readonly Tool[] = [
  getServiceGuidelinesTool,
  getActiveStudiesTool,
  postObservationsTool,
  postResearchAnswerTool,
]

/** Made once for as long as the settings are cached. */
const TOOLS_BY_NOTES = new WeakMap<NoteChoices, readonly Tool[]>()

function toolsFor(notes: NoteChoices): readonly Tool[] {
  const tools = TOOLS_BY_NOTES.get(notes) ?? TOOLS.map((tool) => wordTool(tool, notes))
  TOOLS_BY_NOTES.set(notes, tools)
  return tools
}

const wordTool = (tool: Tool, notes: NoteChoices): Tool =>
  tool === postObservationsTool ? postObservationsToolFor(notes) : tool

export const AGENT_ENDPOINT: McpEndpoint<ToolContext> = {
  path: MCP_PATH,
  tools: TOOLS,
  // If the database is unreachable, the tools keep their default descriptions; the guidelines repeat what the team asks
  // for.
  async listed({ deps, projectId }) {
    try {
      return toolsFor((await deps.cache.settings(projectId)).notes)
    } catch {
      return toolsFor(NOTE_DEFAULTS)
    }
  },
  instructions: ({ deps, projectId }) => getInstructions(deps, projectId),
  // Only the newest revision names the tool in a header, so the message is searched for the name. A message that merely
  // mentions it is refused as well, and may be sent again.
  admit({ deps, projectId }, message) {
    if (deps.posts.hasCapacity(projectId)) return // checked first, because searching the message takes longer
    if (message.includes(postObservationsTool.name)) deps.posts.requireCapacity(projectId)
  },
}
