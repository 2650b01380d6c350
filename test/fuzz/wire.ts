// Requests as they are, whatever is in them: no client in between that would put the path, the headers or the body right.
import { Agent, request } from 'node:http'

export type Sent = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}
export type Answered = { status: number; type: string; text: string; headers: Record<string, unknown> }

const MOST = 4_000_000 // characters of an answer that are read

export function openWire(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const { hostname, port } = new URL(url)
  const send = ({ method, path, headers, body }: Sent): Promise<Answered> =>
    new Promise((answered, failed) => {
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
      const outgoing = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } })
      outgoing.once('error', failed)
      outgoing.once('response', (incoming) => {
        const { statusCode: status = 0, headers: got } = incoming
        const type = String(got['content-type'] ?? '')
        const done = (text: string) => answered({ status, type, text, headers: got })
        if (type.startsWith('text/event-stream')) {
          incoming.destroy() // it has no end to wait for
          return done('')
        }
        let text = ''
        incoming.setEncoding('utf8')
        incoming.on('data', (part: string) => {
          if (text.length < MOST) text += part
        })
        incoming.once('end', () => done(text))
        incoming.once('error', failed)
      })
      outgoing.end(body)
    })
  return { send, close: () => agent.destroy() }
}
