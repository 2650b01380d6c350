// Calls one tool and words its result, whichever way the message came.
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import { unavailable } from '../domain/unavailable.ts'
import { logged } from '../http/errors.ts'
import { parseStringified } from './parse-stringified.ts'
import type { Tool, ToolAnswer } from './tool.ts'

/** Whom an endpoint serves, with what. */
export type McpEndpoint<Context> = {
  path: string
  tools: readonly Tool<Context>[]
  /** Those that this caller is told of, in the words for them; all where it is left out. One that is not listed refuses the call itself. */
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

/** Null after a fault of ours, which was reported. Throws where the key was revoked after it was let in: that is no matter of the tool. */
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

/** The result of a call as the protocol has it. */
export function resultOf(called: Called): object {
  if (called instanceof Refusal) return { content: [textPart(reasonOf(called))], isError: true }
  const { structured, text = structured } = called
  return {
    content: [textPart(JSON.stringify(text))],
    ...(structured && { structuredContent: structured }),
  }
}

/** The fields of the same as JSON, in which what was written as JSON for the text is not written once more. */
export function resultFields(called: Called): string {
  if (called instanceof Refusal) return fieldsOf(resultOf(called))
  const { structured, text = structured } = called
  const written = JSON.stringify(text)
  const content = `"content":[{"type":"text","text":${JSON.stringify(written)}}]`
  return structured ? `${content},"structuredContent":${around(structured, text, written)}` : content
}

/** The JSON of an object, without its braces. */
export const fieldsOf = (value: object): string => JSON.stringify(value).slice(1, -1)

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
