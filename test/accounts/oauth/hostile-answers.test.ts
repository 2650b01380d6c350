// A stranger's server may answer anything: what is fetched from it fails, and nothing else does.
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchPublic } from '../../../src/accounts/oauth/fetch-public.ts'

/** Of this test alone, and of use for nothing else. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgK3Y1iiGJ2FttrVKz
B0dUlK/PUYP4/04xon/Ww2lVXsOhRANCAARFc5bCV6W2UczuDhoHtjqbCtpcFfbh
qkHajIrWBPQU43njyGunPifqFnvG9JA9Ku+lGOEnAURlo1PQgGBDetJE
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUD2XgA6ejcfMHxbv33eliRhkhng0wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODE1MDkyNVoYDzIxMjYxMDI1
MTUwOTI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARFc5bCV6W2UczuDhoHtjqbCtpcFfbhqkHajIrWBPQU43njyGunPifq
FnvG9JA9Ku+lGOEnAURlo1PQgGBDetJEo28wbTAdBgNVHQ4EFgQUeCDpSEGmZe4q
KyJh1Kr6aPfEzQwwHwYDVR0jBBgwFoAUeCDpSEGmZe4qKyJh1Kr6aPfEzQwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgVuCeqv8UhEz5MKfUDv6ZVezvsQky4VzZt6CwaHVmJpoCICwE
pf1fiwPJMRiX0DDsplaO+8q/LKXonlbWO3C3Yt0J
-----END CERTIFICATE-----`

let answer = ''
const server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => {
  socket.on('error', () => {})
  socket.once('data', () => socket.write(answer))
})
beforeAll(async () => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  await new Promise<void>((resolve) => void server.close(() => resolve()))
})

function fetchAnswer(): Promise<Response> {
  const { port } = server.address() as { port: number }
  const options = { headers: new Headers(), signal: AbortSignal.timeout(2000) }
  return fetchPublic(`https://127.0.0.1:${port}/client`, options, { allowPrivate: true })
}

it.each([
  ['of no standard', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n', 'status 999'],
  ['that comes before all others', 'HTTP/1.1 101 Switching\r\n\r\n', 'status 101'],
  ['that goes on in another protocol', 'HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', '101'],
])('a status %s is a failure like any other', async (_, sent, error) => {
  answer = sent

  await expect(fetchAnswer()).rejects.toThrow(error)
})

it('a plain answer is read', async () => {
  answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'

  expect(await (await fetchAnswer()).json()).toEqual({})
})
