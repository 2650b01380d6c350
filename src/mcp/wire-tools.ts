// The tools as hosts get them.
import { portableInput, portableOutput } from './portable-schema.ts'
import type { Tool } from './tool.ts'

type AnyTool = Omit<Tool, 'call'>

const WORDED = new WeakMap<AnyTool, object>()

export function wireTool(tool: AnyTool): object {
  const worded = WORDED.get(tool) ?? inWireForm(tool)
  WORDED.set(tool, worded)
  return worded
}

function inWireForm(tool: AnyTool): object {
  const { name, title, description, searchHint, inputSchema, outputSchema, annotations } = tool
  return {
    name,
    title,
    description,
    inputSchema: portableInput(inputSchema),
    ...(outputSchema && { outputSchema: portableOutput(outputSchema) }),
    annotations: { title, ...annotations },
    // Claude Code loads tools on demand; those with a hint are few, and an agent must see them to think of them.
    ...(searchHint && { _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': searchHint } }),
  }
}

/**
 * The tools change with the version, the caller's role and what the team asks to note, and the guidelines say the last as well:
 * a host need not ask in every conversation.
 */
export const LIST_CACHE = { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } as const
