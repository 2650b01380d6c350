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

/** What a tool answered, or why it refused. */
export type Called = ToolAnswer | Refusal

/** Null after a fault of ours, which was reported. */
export async function callTool<Context>(
  tool: Tool<Context>,
  { context, onFault, onUnauthorized }: McpSession<Context>,
  args: Record<string, unknown>,
): Promise<Called | null> {
  try {
    return await tool.call(context, parseStringified(tool.inputSchema, args))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unavailable(error)
    if (refusal?.kind === 'unauthorized') onUnauthorized(refusal)
    if (refusal) return refusal
    onFault(error)
    return null
  }
}

/** The result of a call as the protocol has it. */
export function resultOf(called: Called): object {
  if (called instanceof Refusal) return { content: [textPart(reasonOf(called))], isError: true }
  const { structured, text = structured } = called
  return {
    content: [textPart(JSON.stringify(text))],
    ...(structured && { structuredContent: structured }),
  }
}

/** The JSON of the same, in which what was written as JSON for the text is not written once more. */
export function resultText(called: Called): string {
  if (called instanceof Refusal) return JSON.stringify(resultOf(called))
  const { structured, text = structured } = called
  const written = JSON.stringify(text)
  const content = `"content":[{"type":"text","text":${JSON.stringify(written)}}]`
  return structured ? `{${content},"structuredContent":${around(structured, text, written)}}` : `{${content}}`
}

/** The JSON of `structured`, of which a part, or all of it, is written already. */
function around(structured: object, part: unknown, written: string): string {
  if (structured === part) return written
  const [[name, value] = [], ...others] = Object.entries(structured)
  const isAround = name !== undefined && value === part && others.length === 0
  return isAround ? `{${JSON.stringify(name)}:${written}}` : JSON.stringify(structured)
}

const textPart = (text: string) => ({ type: 'text', text })

const reasonOf = ({ detail }: Refusal): string =>
  typeof detail === 'string' ? detail : JSON.stringify(detail)
