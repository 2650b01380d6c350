// Tells the operator, once, of a proxy that nobody said to believe: behind it all callers would seem to be one.
import type { FastifyInstance } from 'fastify'

const NOTICE =
  'a call carries X-Forwarded-For, but TRUSTED_PROXIES is not set: all callers behind that proxy share its limits on signing in'

export function noticeUnknownProxy(app: FastifyInstance, trustedProxies: readonly string[]): void {
  let told = trustedProxies.length > 0
  app.addHook('onRequest', ({ headers, log }, _reply, done) => {
    if (!told && headers['x-forwarded-for'] !== undefined) {
      told = true
      log.warn(NOTICE)
    }
    done()
  })
}
