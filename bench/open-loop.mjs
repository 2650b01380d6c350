// Sends requests over raw sockets, which cost little: at a fixed rate whether or not they are answered, over as many connections
// as that takes, or, without a rate, as fast as 64 connections are answered. Started by overload.mjs.
import { connect } from 'node:net'
import { percentile } from './program.mjs'

const USUAL = 64
const MOST = 4_000
const TICK_MS = 5

process.once('message', async ({ url, method, headers, body, perSecond, seconds }) => {
  const { host, hostname, port, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const bytes = Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head}\r\n${body}`)
  process.send(await drive({ hostname, port, bytes, perSecond, seconds }))
})
process.on('disconnect', () => process.exit())

function drive({ hostname, port, bytes, perSecond, seconds }) {
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
    const one = { socket: connect(port, hostname), since: 0 }
    open.add(one.socket)
    readAnswers(one.socket, (status) => answered(one, status))
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

/** Answers say how long they are, and come one at a time. */
function readAnswers(socket, onAnswer) {
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (data) => {
    text += data
    const end = text.indexOf('\r\n\r\n')
    if (end === -1) return
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (text.length < end + 4 + length) return
    const status = Number(text.slice(9, 12))
    text = ''
    onAnswer(status)
  })
}
