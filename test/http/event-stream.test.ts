import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openEventStream } from '../../src/http/event-stream.ts'
import { eventually } from '../eventually.ts'

it('ends after what was sent', async () => {
  const stream = openEventStream()
  const heard = text(stream.body.pipe(new PassThrough()))

  stream.send('news', { count: 2 }, 'seven')
  stream.beat()
  stream.end()
  stream.send('news', { count: 3 })

  expect(await heard).toBe('retry: 2000\n\nevent: news\nid: seven\ndata: {"count":2}\n\n:\n\n')
})

it('does not keep its end waiting for a reader that has stopped reading', async () => {
  const stream = openEventStream()
  const stalled = new Writable({ highWaterMark: 1, write() {} })
  stream.body.pipe(stalled)
  await eventually(() => expect(stream.body.readableFlowing).toBe(false))
  stream.send('news', { count: 2 })

  stream.end()

  expect(stream.body.destroyed).toBe(true)
})
