// Calls one tool and puts its result into the form of the protocol.
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { unavailable } from '../domain/unavailable.ts'
import { logged } from '../http/errors.ts'
import { parseStringified } from './parse-stringified.ts'
import type { Tool, ToolAnswer } from './tool.ts'

/** Written for a model, and started by a person. */
export type Prompt = { name: string; title: string; description: string; text: string }

/** An MCP endpoint: its address, its tools, and what its callers are told. */
export type McpEndpoint<Context> = {
  path: string
  tools: readonly Tool<Context>[]
  /** The tools that this caller is shown, described for their project; all of them unless given. A tool that is not shown refuses calls itself. */
  listed?(context: Context): Promise<readonly Tool<Context>[]>
  instructions(context: Context): Promise<string>
  /** What a person can start with, as their host offers it; an endpoint without has none. */
  prompts?(context: Context): readonly Prompt[]
  /** Refuses, before it is parsed, a message that there is no room for. */
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
export type Called = ToolAnswer | Refusal

/** Null after a fault of ours, which is logged. Throws when the key turns out to be revoked: that is answered with 401, not as a tool's result. */
export async function callTool<Context>(
  tool: Tool<Context>,
  { context, log }: McpSession<Context>,
  args: Record<string, unknown>,
): Promise<Called | null> {
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

/** The result of a call in the form of the protocol. */
export function resultOf(called: Called): object {
  if (called instanceof Refusal) return { content: [textPart(reasonOf(called))], isError: true }
  const { structured, text = structured } = called
  return {
    content: [textPart(JSON.stringify(text))],
    ...(structured && { structuredContent: structured }),
  }
}

const textPart = (text: string) => ({ type: 'text', text })

const reasonOf = ({ detail }: Refusal): string =>
  typeof detail === 'string' ? detail : JSON.stringify(detail)
