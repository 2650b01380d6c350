// Puts operations on the router: both slash forms, and 405 for the methods that a path does not have.
import { METHODS as ALL_METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../contract/refusal.ts'
import type { Answer, Method, Operation, OperationFacts } from './operation.ts'

const METHODS = ALL_METHODS.filter((method) => method !== 'CONNECT') // which never reaches a router

/**
 * Runs before the body is read: who is calling, and may they; its result is handed to the operation. There is no
 * operation when the path has none for the method that was sent.
 */
export type Gate<Context, Called = unknown> = (
  request: FastifyRequest,
  reply: FastifyReply,
  operation?: Called,
) => Promise<Context>

export function registerOperations<Context, Called extends Operation<Context>>(
  app: FastifyInstance,
  gate: Gate<Context, Called>,
  operations: Called[],
  limits: { bodyLimit?: number } = {},
): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  const pass = (operation?: Called) => async (request: FastifyRequest, reply: FastifyReply) => {
    contexts.set(request, await gate(request, reply, operation))
  }
  for (const operation of operations)
    app.route({
      ...limits,
      method: operation.method,
      url: routerPath(operation.path),
      config: { upload: operation.upload },
      onRequest: pass(operation),
      handler: async (request, reply) => {
        const context = contexts.get(request) as Context
        return send(reply, operation.success.status, await operation.handle(context, request, reply))
      },
    })
  for (const [path, methods] of methodsByPath(operations)) refuseOtherMethods(app, path, methods, pass())
}

export function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  methods: (Method | 'OPTIONS')[],
  onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
): void {
  const allowed = methods.includes('GET') ? [...methods, 'HEAD' as const] : methods
  const refuse = async () => {
    throw new Refusal('method_not_allowed', `method not allowed; use ${allowed.join(', ')}`, {
      Allow: allowed.join(', '),
    })
  }
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.route({
    method: METHODS.filter((method) => !(allowed as string[]).includes(method)),
    url: routerPath(path),
    onRequest: [onRequest, refuse],
    handler: refuse,
  })
}

export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function methodsByPath(operations: OperationFacts[]): Map<string, Method[]> {
  const paths = new Map<string, Method[]>()
  for (const { path, method } of operations) paths.set(path, [...(paths.get(path) ?? []), method])
  return paths
}

function send(reply: FastifyReply, successStatus: number, answer: Answer): FastifyReply {
  reply.code(answer.status ?? successStatus).headers(answer.headers ?? {})
  if (answer.lasting)
    return reply.type('application/json; charset=utf-8').send(bytesOf(answer.body as object))
  return answer.body === undefined ? reply.send() : reply.send(answer.body)
}

const lasting = new WeakMap<object, Buffer>()

function bytesOf(body: object): Buffer {
  const bytes = lasting.get(body) ?? Buffer.from(JSON.stringify(body))
  lasting.set(body, bytes)
  return bytes
}
