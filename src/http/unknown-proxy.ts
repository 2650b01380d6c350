// Warns the operator once about a proxy that is not in TRUSTED_PROXIES: all callers behind it seem to be one.
import type { FastifyInstance } from 'fastify'

const NOTICE =
  'a request has X-Forwarded-For, but TRUSTED_PROXIES is not set: all callers behind that proxy share one sign-in limit'

export function noticeUnknownProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  let warned = trustedProxies.length > 0
  app.addHook('onRequest', ({ headers, log }, _reply, done) => {
    if (!warned && headers['x-forwarded-for'] !== undefined) {
      warned = true
      log.warn(NOTICE)
    }
    done()
  })
}
