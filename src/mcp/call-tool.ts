// Calls one tool and puts its result into the form of the protocol.
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { unavailable } from '../domain/unavailable.ts'
import { logged } from '../http/errors.ts'
import { parseStringified } from './parse-stringified.ts'
import type { Tool, ToolAnswer } from './tool.ts'

/** An MCP endpoint: its address, its tools, and what its callers are told. */
export type McpEndpoint<Context> = {
  path: string
  tools: readonly Tool<Context>[]
  /** The tools that this caller is shown, described for their project; all of them unless given. A tool that is not shown refuses calls itself. */
  listed?(context: Context): Promise<readonly Tool<Context>[]>
  instructions(context: Context): Promise<string>
  /** Refuses, before it is parsed, a message that there is no room for. */
  admit?(context: Context, message: Buffer): void
}

/** One caller at one endpoint. */
export type McpSession<Context> = {
  endpoint: McpEndpoint<Context>
  context: Context
  version: string
  log(): Pick<FastifyBaseLogger, 'error'>
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
    log().error({ err: logged(error) }, 'tool call failed')
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

/** The same fields as JSON text. The structured content is usually what the text holds, so its JSON is written once and used twice. */
export function resultFields(called: Called): string {
  if (called instanceof Refusal) return fieldsOf(resultOf(called))
  const { structured, text = structured } = called
  const written = JSON.stringify(text)
  const content = `"content":[{"type":"text","text":${JSON.stringify(written)}}]`
  return structured ? `${content},"structuredContent":${around(structured, text, written)}` : content
}

/** The JSON of an object, without its braces. */
export const fieldsOf = (value: object): string => JSON.stringify(value).slice(1, -1)

/** The JSON of `structured`, given the JSON (`written`) of `part`, which is all of it or its only property. */
function around(structured: object, part: unknown, written: string): string {
  if (structured === part) return written
  const [[name, value] = [], ...others] = Object.entries(structured)
  const isAround = name !== undefined && value === part && others.length === 0
  return isAround ? `{${JSON.stringify(name)}:${written}}` : JSON.stringify(structured)
}

const textPart = (text: string) => ({ type: 'text', text })

const reasonOf = ({ detail }: Refusal): string =>
  typeof detail === 'string' ? detail : JSON.stringify(detail)
