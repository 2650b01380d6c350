// An MCP tool: a schema for the model and one call into the domain.
import type { Schema } from '../contract/schema.ts'
import type { AgentDeps } from '../domain/deps.ts'
import type { Caller, KeyUses } from '../domain/projects/authenticate-key.ts'

export type ToolContext = Caller & {
  deps: AgentDeps
  uses: KeyUses
}

/**
 * `structured` fits the output schema; `text` is its JSON text, `structured` itself by default. Without `structured`
 * there is only text: hosts that show both to their model would show everything twice.
 */
export type ToolAnswer = { structured: object; text?: unknown } | { structured?: undefined; text: object }

export type Tool<Context = ToolContext> = {
  name: string
  title: string
  /** Written for a model that decides whether and how to call it. */
  description: string
  /** A few words by which a host that loads tools on demand finds this one. */
  searchHint?: string
  inputSchema: Schema
  outputSchema?: Schema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    /** Applies only to tools that change something. */
    idempotentHint?: boolean
    openWorldHint: boolean
  }
  call(context: Context, args: unknown): Promise<ToolAnswer>
}

export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
export const ADDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
}
/** Removes, replaces or merges existing data. */
export const CHANGES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
}
