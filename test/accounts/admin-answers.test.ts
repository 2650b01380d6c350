// What goes out under /api is for one person only, and tells the service's time, whatever the answer.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Method } from '../../console/src/operations.ts'
import { PASSWORD, type Person, send, signIn, startService, type TestService } from '../service.ts'

describe('answers of the admin API', () => {
  let service: TestService
  let ada: Person
  beforeAll(async () => {
    service = await startService()
    ada = await signIn(service, { email: 'ada@example.com' })
  })

  it.each<[name: string, method: Method, path: () => string, body: unknown]>([
    ['who is signed in', 'GET', () => '/session', undefined],
    ['a list', 'GET', () => '/projects', undefined],
    ['a new key', 'POST', () => `/projects/${service.projectId}/keys`, { name: 'New' }],
    ['an export', 'GET', () => `/projects/${service.projectId}/export/observations.csv`, undefined],
    ['a session', 'GET', () => '/auth/get-session', undefined],
    ['signing in', 'POST', () => '/auth/sign-in/email', { email: 'ada@example.com', password: PASSWORD }],
    ['a refusal', 'GET', () => `/projects/${service.projectId}/users/nobody`, undefined],
    ['nothing', 'GET', () => '/nothing', undefined],
  ])(
    'are kept by no cache, taken for no page, and tell the time by the service’s clock: %s',
    async (_, method, path, body) => {
      const { headers } = await ada.call(method, path(), body)

      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('date')).toBe(service.clock.now.toUTCString())
    },
  )

  it.each(['/auth/get-session', '/auth/list-sessions'])(
    'to a HEAD of %s are those to a GET',
    async (path) => {
      const asked = await send(`${service.url}/api${path}`, 'HEAD', undefined, ada.headers)
      const nobody = await send(`${service.url}/api/auth/list-sessions`, 'HEAD')

      expect([asked.status, asked.body]).toEqual([200, ''])
      expect(nobody.status).toBe(401)
    },
  )
})
