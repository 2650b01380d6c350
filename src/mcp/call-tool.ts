// Calls one tool and words its result, whichever way the message came.
import { Refusal } from '../contract/refusal.ts'
import { unavailable } from '../domain/unavailable.ts'
import { parseStringified } from './parse-stringified.ts'
import type { Tool, ToolAnswer } from './tool.ts'

/** One caller at one endpoint. */
export type McpSession<Context> = {
  context: Context
  tools: readonly Tool<Context>[]
  /** What this caller is told of; a tool that is not listed refuses the call itself. */
  listed(): Promise<readonly Tool<Context>[]>
  version: string
  onFault(error: unknown): void
  /** The key was revoked after it was let in: that is no matter of the tool. */
  onUnauthorized(refusal: Refusal): void
}

export type CallResult = {
  content: { type: 'text'; text: string }[]
  structuredContent?: Record<string, unknown>
  isError?: true
}

/** Null after a fault of ours, which was reported. */
export async function callTool<Context>(
  tool: Tool<Context>,
  { context, onFault, onUnauthorized }: McpSession<Context>,
  args: Record<string, unknown>,
): Promise<CallResult | null> {
  try {
    return succeeded(await tool.call(context, parseStringified(tool.inputSchema, args)))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unavailable(error)
    if (refusal?.kind === 'unauthorized') onUnauthorized(refusal)
    if (refusal) return refused(refusal)
    onFault(error)
    return null
  }
}

function succeeded({ structured, text = structured }: ToolAnswer): CallResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(text) }],
    ...(structured && { structuredContent: structured as Record<string, unknown> }),
  }
}

function refused({ detail }: Refusal): CallResult {
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail)
  return { content: [{ type: 'text', text }], isError: true }
}
