// 405 where routes of an application resemble each other; how it looks, and who is told, is tested with the operations.
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { Method, Operation } from '../../src/http/operation.ts'
import {
  findOtherMethods,
  ROUTER_OPTIONS,
  refuseOtherMethods,
  serveOnly,
} from '../../src/http/other-methods.ts'
import { registerOperations, rememberGates } from '../../src/http/register.ts'
import { atEnd } from '../closings.ts'

function appWith(...served: [Method, string][]) {
  const app = Fastify({ routerOptions: ROUTER_OPTIONS })
  atEnd(() => app.close())
  rememberGates(app)
  findOtherMethods(app)
  refuseOtherMethods(app)
  app.setErrorHandler((error: Error, _request, reply) => reply.code(405).send(error.message))
  const operations = served.map(
    ([method, path]): Operation<null> => ({
      method,
      path,
      operationId: '',
      summary: '',
      tag: '',
      success: { status: 200, description: '' },
      handle: async () => ({ body: `${method} ${path}` }),
    }),
  )
  registerOperations(app, () => null, operations)
  return app
}

it.each([
  ['a fixed path is no parameter', '/a/bulk', '/a/{id}', '/a/bulk'],
  ['nor is one that ends in a slash', '/a/bulk/', '/a/{id}', '/a/bulk'],
  ['nor where each has a parameter', '/a/bulk/{y}', '/a/{x}/merge', '/a/bulk/merge'],
])('%s: %s has no GET, whatever %s has', async (_, posted, read, asked) => {
  const app = appWith(['POST', posted], ['GET', read])

  const [refused, head, stored] = await Promise.all([
    app.inject({ method: 'GET', url: asked }),
    app.inject({ method: 'HEAD', url: asked }),
    app.inject({ method: 'POST', url: asked }),
  ])

  expect([refused.statusCode, refused.body]).toEqual([405, 'method not allowed; use POST'])
  expect(head.statusCode).toBe(405)
  expect([stored.statusCode, stored.body]).toEqual([200, `POST ${posted}`])
})

it('does not start with a path that is served in two places', () => {
  const app = appWith(['POST', '/a/bulk/'])

  expect(() => serveOnly(app, '/a/bulk', ['GET'], () => null)).toThrow('/a/bulk is served twice')
})
