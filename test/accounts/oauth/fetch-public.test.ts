// Fetching what a stranger named never reaches inside.
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchPublic } from '../../../src/accounts/oauth/fetch-public.ts'

let connections = 0
const server = createServer((socket) => {
  connections++
  socket.destroy()
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

const port = (): number => (server.address() as { port: number }).port
const options = () => ({ headers: new Headers(), signal: AbortSignal.timeout(2000) })

it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '127.1'])(
  'does not connect to %s',
  async (host) => {
    const fetching = fetchPublic(`https://${host}:${port()}/`, options())

    await expect(fetching).rejects.toThrow(/only public addresses are allowed|ENOTFOUND|EAI_AGAIN/)
    expect(connections).toBe(0)
  },
)

it('does not speak anything but https', async () => {
  await expect(fetchPublic(`http://127.0.0.1:${port()}/`, options())).rejects.toThrow('only https')
  expect(connections).toBe(0)
})
