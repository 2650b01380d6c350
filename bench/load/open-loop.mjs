// Sends requests over raw sockets, which cost little: at a fixed rate whether or not they are answered, or, without a rate, as fast
// as the connections are answered. All connections are open before the first request. Started by overload.mjs.
import { once } from 'node:events'
import { percentile } from '../../scripts/bench.mjs'
import { openConnection, requestBytes } from './raw-http.mjs'

const TICK_MS = 5

process.once('message', async ({ connections, perSecond, seconds, ...request }) => {
  process.send({ result: await drive({ request, connections, perSecond, seconds }) })
})
process.on('disconnect', () => process.exit())

async function drive({ request, connections, perSecond, seconds }) {
  const bytes = requestBytes(request)
  const [stored, refused] = [[], []]
  const all = await openAll(request.url, connections, (one, answer) => answered(one, answer))
  const idle = [...all]
  let [sent, unsent, wrong, begun] = [0, 0, 0, performance.now()]
  const isOver = () => performance.now() - begun > seconds * 1000

  /** A refusal is a 503 that says when to come again; anything else is a fault. */
  const answered = (one, { status, head }) => {
    if (status >= 300 && !(status === 503 && /^retry-after: \d/im.test(head))) wrong++
    ;(status < 300 ? stored : refused).push(performance.now() - one.since)
    if (perSecond === null && !isOver()) send(one)
    else idle.push(one)
  }
  const send = (one) => {
    sent++
    one.since = performance.now()
    one.socket.write(bytes)
  }
  /** What is due, on the connections that wait for nothing; where none is left, a caller would have waited, too. */
  const sendDue = () => {
    const due = Math.floor(((performance.now() - begun) / 1000) * perSecond) - sent - unsent
    for (let left = due; left > 0; left--) {
      const one = idle.shift()
      if (!one) unsent++
      else send(one)
    }
  }

  process.send('begun')
  begun = performance.now()
  if (perSecond === null) for (const one of idle.splice(0)) send(one)
  await new Promise((done) => {
    const timer = setInterval(() => {
      if (perSecond !== null && !isOver()) sendDue()
      if (!isOver()) return
      clearInterval(timer)
      done()
    }, TICK_MS)
  })
  const result = {
    perSecond: stored.length / seconds,
    sent,
    unsent,
    wrong,
    refused: refused.length,
    refusedP99: refused.length > 0 ? percentile(refused, 0.99) : 0,
    storedP99: stored.length > 0 ? percentile(stored, 0.99) : 0,
  }
  for (const { socket } of all) socket.destroy()
  return result
}

/** A hundred at a time: what a listening socket does not take at once is tried again after seconds. */
async function openAll(url, count, onAnswer) {
  const all = []
  while (all.length < count) {
    const some = Array.from({ length: Math.min(100, count - all.length) }, () => {
      const one = { since: 0 }
      one.socket = openConnection(url, (status, head) => onAnswer(one, { status, head }))
      return one
    })
    await Promise.all(some.map(({ socket }) => once(socket, 'connect')))
    for (const { socket } of some) socket.on('error', () => {})
    all.push(...some)
  }
  return all
}
