// Registers operations with the router: with and without the trailing slash, and 405 for methods that a path does not
// have.

import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { uploadHooks } from './bodies/uploads.ts'
import type { Answer, Method, Operation, OperationFacts } from './operation.ts'
import { type Authorize, refuseOnRouter, serveOnly } from './other-methods.ts'

/**
 * Runs before the body is read and checks who is calling. Its result is passed to the operation. `operation` is
 * undefined for a method that the path does not have.
 */
export type Gate<Context, Called = unknown> = (
  request: FastifyRequest,
  reply: FastifyReply,
  operation?: Called,
) => Context | Promise<Context>

/** Where the gate's result is kept until the operation takes it. */
const PASSED = 'passedGate'
type PassedRequest = FastifyRequest & { [PASSED]: unknown }

/** Call it before any route. */
export const rememberGates = (app: FastifyInstance): void => void app.decorateRequest(PASSED, null)

/** The hook that lets a request through or refuses it. */
export const passing =
  <Context>(
    authorize: (request: FastifyRequest, reply: FastifyReply) => Context | Promise<Context>,
  ): onRequestAsyncHookHandler =>
  async (request, reply) => {
    ;(request as PassedRequest)[PASSED] = await authorize(request, reply)
  }

export const passed = <Context>(request: FastifyRequest): Context =>
  (request as PassedRequest)[PASSED] as Context

export function registerOperations<Context, Called extends Operation<Context>>(
  app: FastifyInstance,
  gate: Gate<Context, Called>,
  operations: Called[],
  limits: { bodyLimit?: number } = {},
): void {
  const pass =
    (operation: Called): onRequestAsyncHookHandler =>
    async (request, reply) => {
      const context = await gate(request, reply, operation)
      operation.admit?.(context)
      ;(request as PassedRequest)[PASSED] = context
    }
  for (const operation of operations)
    app.route({
      ...limits,
      method: operation.method,
      url: routerPath(operation.path),
      config: { upload: operation.upload },
      ...(operation.upload && uploadHooks(operation.upload)),
      onRequest: pass(operation),
      handler: (request, reply) =>
        operation.handle(passed(request), request, reply).then((answer) => send(reply, operation, answer)),
    })
  const authorize: Authorize = (request, reply) => gate(request, reply)
  const served = operations.map(({ method, path }) => ({ method, parts: partsOf(path) }))
  for (const [path, methods] of methodsByPath(operations)) {
    serveOnly(app, routerPath(path), methods, authorize)
    const takesPath = takes(partsOf(path))
    const clashing = served.filter(({ method, parts }) => takesPath(parts) && !methods.includes(method))
    for (const method of new Set(clashing.map((operation) => operation.method)))
      refuseOnRouter(app, routerPath(path), method, methods, authorize)
  }
}

/** Whether a request for this path could match another: `…/issues/bulk` matches `…/issues/{issue_id}`. */
const takes =
  (own: string[]) =>
  (others: string[]): boolean =>
    own.length === others.length &&
    own.every((part, at) => part === others[at] || isParameter(part) || isParameter(others[at] ?? '')) &&
    own.some((part, at) => !isParameter(part) && isParameter(others[at] ?? ''))

const partsOf = (path: string): string[] => path.replace(/\/$/, '').split('/')
const isParameter = (part: string): boolean => part.startsWith('{')

export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function methodsByPath(operations: OperationFacts[]): Map<string, Method[]> {
  const paths = new Map<string, Method[]>()
  for (const { path, method } of operations) paths.set(path, [...(paths.get(path) ?? []), method])
  return paths
}

function send(reply: FastifyReply, { success }: OperationFacts, answer: Answer): FastifyReply {
  reply.code(answer.status ?? success.status)
  if (answer.headers) reply.headers(answer.headers)
  if (answer.headers?.['Content-Disposition']) endSlowDownload(reply.raw)
  if (answer.lasting) return reply.type(JSON_TYPE).send(bytesOf(answer.body as object))
  return answer.body === undefined ? reply.send() : reply.send(answer.body)
}

export const JSON_TYPE = 'application/json; charset=utf-8'

const lasting = new WeakMap<object, Buffer>()

/** Serialized once per object. */
function bytesOf(body: object): Buffer {
  const cached = lasting.get(body)
  if (cached) return cached
  const bytes = Buffer.from(JSON.stringify(body))
  lasting.set(body, bytes)
  return bytes
}

const CHECK_EVERY_MS = 30_000
/** 16 KiB a second, a tenth of what a slow connection manages. */
const LEAST_BYTES = 16 * 1024 * (CHECK_EVERY_MS / 1_000)

/** Ends downloads below a minimum pace: a download may hold a database connection until it is complete. */
function endSlowDownload(response: ServerResponse): void {
  let before = sentTo(response)
  const timer = setInterval(() => {
    const sent = sentTo(response)
    // With nothing buffered, the service is the slow side.
    if (response.writableLength > 0 && sent - before < LEAST_BYTES) response.destroy()
    before = sent
  }, CHECK_EVERY_MS).unref()
  response.once('close', () => clearInterval(timer))
}

const sentTo = ({ socket }: ServerResponse): number =>
  socket ? socket.bytesWritten - socket.writableLength : 0
