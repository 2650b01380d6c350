// Sends requests over raw sockets, which cost little: at a fixed rate whether or not they are answered, over as many connections
// as that takes, or, without a rate, as fast as 64 connections are answered. Started by overload.mjs.
import { percentile } from '../../scripts/program.mjs'
import { openConnection, requestBytes } from './raw-http.mjs'

const USUAL = 64
const MOST = 4_000
const TICK_MS = 5

process.once('message', async ({ perSecond, seconds, ...request }) => {
  process.send(await drive({ url: request.url, bytes: requestBytes(request), perSecond, seconds }))
})
process.on('disconnect', () => process.exit())

function drive({ url, bytes, perSecond, seconds }) {
  const idle = []
  const open = new Set()
  const [stored, refused] = [[], []]
  let sent = 0
  const begun = performance.now()
  const isOver = () => performance.now() - begun > seconds * 1000

  const answered = (one, status) => {
    ;(status < 300 ? stored : refused).push(performance.now() - one.since)
    if (perSecond === null && !isOver()) send(one)
    else idle.push(one)
  }
  const send = (one) => {
    sent++
    one.since = performance.now()
    one.socket.write(bytes)
  }
  const add = () => {
    const one = { socket: openConnection(url, (status) => answered(one, status)), since: 0 }
    open.add(one.socket)
    one.socket.on('error', () => {})
    one.socket.on('close', () => open.delete(one.socket))
    return one
  }
  const next = () => idle.pop() ?? (open.size < MOST ? add() : undefined)

  if (perSecond === null) for (let at = 0; at < USUAL; at++) send(add())
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = perSecond === null ? 0 : Math.floor(((performance.now() - begun) / 1000) * perSecond) - sent
      for (let one = due > 0 ? next() : undefined, left = due; one; one = --left > 0 ? next() : undefined)
        send(one)
      if (!isOver()) return
      clearInterval(timer)
      for (const socket of open) socket.destroy()
      const refusedP99 = refused.length > 0 ? percentile(refused, 0.99) : 0
      resolve({ perSecond: stored.length / seconds, sent, refused: refused.length, refusedP99 })
    }, TICK_MS)
  })
}
