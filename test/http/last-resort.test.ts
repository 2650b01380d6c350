// An error that nothing handles: of a request, it ends that request's connection; of no request, it ends the process.
import { afterAll, expect, it } from 'vitest'
import { cleanUp, newFolder, start } from '../cli/program.ts'
import { eventually } from '../eventually.ts'
import { send } from '../service.ts'
import { migrated } from '../setup/migrated-folder.ts'
import { speak } from './raw.ts'

afterAll(cleanUp)

/** Loaded before the service: faults that it does not have. */
const FAULTS = `
  import { Server } from 'node:http'
  import { Readable } from 'node:stream'
  const fail = () => { throw new TypeError('private words') }
  const faults = {
    '/at-once': fail,
    '/later': () => setImmediate(fail),
    '/rejected': async () => { await null; fail() },
    '/stream': () => new Readable({ read() { this.destroy(new Error('private words')) } }).resume(),
    '/nothing-thrown': () => setImmediate(() => { throw undefined }),
  }
  const { emit } = Server.prototype
  Server.prototype.emit = function (name, ...said) {
    const fault = name === 'request' && faults[said[0].url]
    if (!fault) return emit.call(this, name, ...said)
    fault()
    return true
  }
  process.on('SIGUSR2', fail)
`

it('ends the connection of its request, is logged and counted; one of no request ends the process', async () => {
  const service = await start({
    DATA_DIR: await migrated(newFolder()),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(FAULTS)}`,
  })
  const paths = ['/at-once', '/later', '/rejected', '/stream', '/nothing-thrown']

  for (const path of paths) {
    const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
    expect(await speak(service.url, { text, leaving: 'stays' }), path).toBe('')
  }

  expect((await send(`${service.url}/healthz`, 'GET')).status).toBe(200)
  const { body: metrics } = await send(`${service.url}/metrics`, 'GET')
  expect(metrics).toContain(`fieldnote_unhandled_errors_total ${paths.length}\n`)
  const lines = () => service.output.stderr.split('\n').filter((line) => line.includes('unhandled error'))
  await eventually(() => expect(lines()).toHaveLength(paths.length))
  expect(lines()[0]).toMatch(/"type":"TypeError".*"at":\["at fail /)

  const { code, stderr } = await service.stop('SIGUSR2')

  expect(code).toBe(1)
  expect(stderr).toContain('unhandled error: ending the process')
  expect(stderr).not.toContain('private words')
})
