// Calls one tool and converts its result to the protocol's form.
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { unavailable } from '../domain/unavailable.ts'
import { logged } from '../http/errors.ts'
import { parseStringified } from './parse-stringified.ts'
import type { Tool, ToolAnswer } from './tool.ts'

/** Written for a model and started by a person. */
export type Prompt = { name: string; title: string; description: string; text: string }

/** An MCP endpoint: its path, its tools and its instructions. */
export type McpEndpoint<Context> = {
  path: string
  tools: readonly Tool<Context>[]
  /**
   * The tools shown to this caller, described for their project; all of them by default. A tool that is not shown still
   * refuses calls itself.
   */
  listed?(context: Context): Promise<readonly Tool<Context>[]>
  instructions(context: Context): Promise<string>
  /** Prompts that the host offers to a person. */
  prompts?(context: Context): readonly Prompt[]
  /** Throws, before the message is parsed, when there is no capacity for it. */
  admit?(context: Context, message: Buffer): void
}

/** One caller at one endpoint. */
export type McpSession<Context> = {
  endpoint: McpEndpoint<Context>
  context: Context
  version: string
  log: Pick<FastifyBaseLogger, 'error'>
}

export const listedTools = async <Context>({
  endpoint,
  context,
}: McpSession<Context>): Promise<readonly Tool<Context>[]> => endpoint.listed?.(context) ?? endpoint.tools

/** What a tool answered, or why it refused. */
export type ToolOutcome = ToolAnswer | Refusal

/**
 * Null after a fault of ours, which is logged. Throws if the key turns out to be revoked: the answer is then 401 and
 * not a tool result.
 */
export async function callTool<Context>(
  tool: Tool<Context>,
  { context, log }: McpSession<Context>,
  args: Record<string, unknown>,
): Promise<ToolOutcome | null> {
  try {
    return await tool.call(context, parseStringified(tool.inputSchema, args))
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unavailable(error)
    if (refusal?.kind === 'unauthorized') throw refusal
    if (refusal) return refusal
    log.error({ err: logged(error) }, 'tool call failed')
    return null
  }
}

/** The result of a call in the protocol's form. */
export function resultOf(outcome: ToolOutcome): object {
  if (outcome instanceof Refusal) return { content: [textPart(reasonOf(outcome))], isError: true }
  const { structured, text = structured } = outcome
  return {
    content: [textPart(JSON.stringify(text))],
    ...(structured && { structuredContent: structured }),
  }
}

const textPart = (text: string) => ({ type: 'text', text })

const reasonOf = ({ detail }: Refusal): string =>
  typeof detail === 'string' ? detail : JSON.stringify(detail)
