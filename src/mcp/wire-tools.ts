// The tools as hosts get them.
import { portableInput, portableOutput } from './portable-schema.ts'
import { TOOLS } from './tools.ts'

export const WIRE_TOOLS = TOOLS.map(
  ({ name, title, description, searchHint, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: portableInput(inputSchema),
    outputSchema: portableOutput(outputSchema),
    annotations: { title, ...annotations },
    // Claude Code loads tools on demand; these four are small, and an agent must see them to think of them.
    _meta: { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': searchHint },
  }),
)

/** The tools change with the version of the service only; a host need not ask for them in every conversation. */
export const LIST_CACHE = { ttlMs: 60 * 60 * 1000, cacheScope: 'private' } as const
