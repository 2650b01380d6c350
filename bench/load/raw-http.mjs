// HTTP over raw sockets, for whoever measures single requests: a client of Node's own costs about as much as what it measures.
import { connect } from 'node:net'

export function openConnection(url, onAnswer) {
  const { hostname, port } = new URL(url)
  const socket = connect(port, hostname)
  readAnswers(socket, onAnswer)
  return socket
}

/** The whole request, as it is sent. */
export function requestBytes({ url, method, headers, body }) {
  const { host, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': Buffer.byteLength(body) })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${head}\r\n${body}`)
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
    const [status, head] = [Number(text.slice(9, 12)), text.slice(0, end)]
    text = ''
    onAnswer(status, head)
  })
}
