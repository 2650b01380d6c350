// An MCP endpoint: Streamable HTTP, stateless, one JSON response per request, both protocol eras.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import type { AgentDeps } from '../domain/deps.ts'
import type { KeyUses } from '../domain/projects/key-uses.ts'
import { type Soon, whenKnown } from '../domain/soon.ts'
import { parseSmallJson, type ReadJson } from '../http/bodies/json-body.ts'
import type { OriginRule } from '../http/cors.ts'
import { serveOnly } from '../http/other-methods.ts'
import { type Gate, passed, passing, routerPath } from '../http/register.ts'
import type { PlainAnswer } from '../http/short-way/answers.ts'
import type { ShortWay, Way } from '../http/short-way/in-front.ts'
import { takePosts } from '../http/short-way/posts.ts'
import { projectFinder } from '../http/short-way/visits.ts'
import { answerMessage, answerUnparsed, loadProtocol } from './answer-message.ts'
import type { McpEndpoint } from './call-tool.ts'
import type { ToolContext } from './tool.ts'

export type McpOptions<Context> = {
  gate: Gate<Context>
  originAllowed: OriginRule
  version: string
  readJson: ReadJson
}

export async function registerMcp<Context extends object>(
  app: FastifyInstance,
  endpoint: McpEndpoint<Context>,
  { gate, originAllowed, version, readJson }: McpOptions<Context>,
): Promise<void> {
  const enter = (request: FastifyRequest, reply: FastifyReply) =>
    whenKnown(gate(request, reply), (context) => {
      refuseForeignOrigin(request, originAllowed)
      return context
    })
  const onRequest = passing(enter)
  // Bodies stay raw here: broken JSON must be answered as a JSON-RPC error.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw, done) =>
    done(null, raw),
  )
  app.post(routerPath(endpoint.path), { onRequest }, async (request, reply) => {
    const context = passed<Context>(request)
    const raw = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    endpoint.admit?.(context, raw)
    const log = () => request.log
    const { status, headers, body } = await answerRead(
      () => readJson(request, raw),
      (message) => answerMessage({ endpoint, context, version, log }, request, message),
    )
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
    return reply.code(status).send(body || undefined)
  })
  serveOnly(app, routerPath(endpoint.path), ['POST'], enter)
  app.addHook('onListen', async () => void (await loadProtocol()))
}

/** Keeps pages of other sites from calling a service that listens on the visitor's own machine (DNS rebinding). */
function refuseForeignOrigin({ headers }: FastifyRequest, originAllowed: OriginRule): void {
  if (headers.origin === undefined || originAllowed(headers.origin)) return
  throw new Refusal('forbidden', 'this Origin is not allowed; add it to ALLOWED_ORIGINS to permit it')
}

function answerRead(
  read: () => Soon<unknown>,
  answer: (message: unknown) => Promise<PlainAnswer>,
): Soon<PlainAnswer> {
  let message: Soon<unknown>
  try {
    message = read()
  } catch (error) {
    return answerUnparsed(error as Refusal)
  }
  return message instanceof Promise ? message.then(answer, answerUnparsed) : answer(message)
}

/** The short way for messages of agents with an API key. */
export function ordinaryMcpWay(
  shortWay: ShortWay,
  endpoint: McpEndpoint<ToolContext>,
  { deps, uses, version }: { deps: AgentDeps; uses: KeyUses; version: string },
): Way {
  const answers = shortWay.answersTo({ method: 'POST', path: endpoint.path })
  return takePosts(shortWay, answers, {
    projectOf: projectFinder(endpoint.path),
    handle(visit, raw, isLate) {
      // Written out field by field: adding fields after a spread cost as much as reading the body.
      const { projectId, callerId, keyId, limits } = visit.caller
      const context = { projectId, callerId, keyId, limits, isLate, deps, uses }
      endpoint.admit?.(context, raw)
      const { headers, url = '' } = visit.request
      const log = () => answers.logOf(visit)
      return answerRead(
        () => parseSmallJson(raw),
        (message) => answerMessage({ endpoint, context, version, log }, { headers, url }, message),
      )
    },
  })
}
