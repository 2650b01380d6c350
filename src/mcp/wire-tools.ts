// Tools in the form that hosts receive.
import { portableInput, portableOutput } from './portable-schema.ts'
import type { Tool } from './tool.ts'

type AnyTool = Omit<Tool, 'call'>

const WIRE_FORMS = new WeakMap<AnyTool, object>()

export function wireTool(tool: AnyTool): object {
  const wireForm = WIRE_FORMS.get(tool) ?? toWireForm(tool)
  WIRE_FORMS.set(tool, wireForm)
  return wireForm
}

function toWireForm(tool: AnyTool): object {
  const { name, title, description, searchHint, inputSchema, outputSchema, annotations } = tool
  return {
    name,
    title,
    description,
    inputSchema: portableInput(inputSchema),
    ...(outputSchema && { outputSchema: portableOutput(outputSchema) }),
    annotations: { title, ...annotations },
    // Claude Code loads tools on demand. The few with a hint are always loaded, so that an agent thinks of them.
    ...(searchHint && { _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': searchHint } }),
  }
}

/**
 * The tools change with the version, the caller's role and what the team asks to note. The guidelines say the last as
 * well, so a host need not ask in every conversation.
 */
export const LIST_CACHE = { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } as const
