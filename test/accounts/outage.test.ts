// A database that is away is said to be away, by better-auth's part too.
import { expect, it } from 'vitest'
import { createPool } from '../../src/db/pool.ts'
import { atEnd } from '../closings.ts'
import { lineTo } from '../outage.ts'
import { PASSWORD, send, signIn, startApp, startService } from '../service.ts'

it('answers 503 to people while the database is away, and recovers', async () => {
  const service = await startService()
  const { account, headers } = await signIn(service)
  const line = await lineTo(service.connection)
  const db = createPool(line.connection, 5)
  atEnd(() => db.end())
  const { url } = await startApp(db)
  const calls = () =>
    Promise.all([
      send(`${url}/api/projects`, 'GET', undefined, headers),
      send(`${url}/api/session`, 'GET', undefined, headers),
      send(`${url}/api/auth/sign-in/email`, 'POST', { email: account.email, password: PASSWORD }),
    ])

  await line.cut()
  const away = await calls()
  await line.mend()
  const back = await calls()

  expect(away.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
    Array(3).fill([503, ['detail']]),
  )
  expect(back.map(({ status }) => status)).toEqual([200, 200, 200])
})
