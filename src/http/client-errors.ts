// Answers what HTTP itself refuses, before there is a request, in the same form as every other refusal.
import { type IncomingMessage, maxHeaderSize, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../contract/refusal.ts'

type ClientError = Error & { code?: string }

const REFUSALS = new Map<string, [status: number, detail: string]>(
  Object.entries({
    ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
    HPE_HEADER_OVERFLOW: [431, `the headers are larger than ${maxHeaderSize} bytes`],
    HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
  }),
)

/** How long to keep reading and discarding after a refusal. */
const LINGER_MS = 1_000

/**
 * Closes the connection once the caller has closed its side, or after a moment. Closing it while bytes are still on
 * their way would reset it, and the answer might be lost.
 */
export function answerClientError({ code = '' }: ClientError, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed || socket.writableEnded) return
  if (!socket.writable || isAnswering(socket)) return void socket.destroy()
  const [status, detail] = REFUSALS.get(code) ?? [400, 'this is not a valid HTTP request']
  const close = () => socket.destroy()
  socket.once('end', close).end(response(status, detail)).resume()
  const late = setTimeout(close, LINGER_MS).unref()
  socket.once('close', () => clearTimeout(late))
}

/** Cases in which Node would answer with a bare status. */
export function refuseUnusualHttp(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, answer: ServerResponse) => {
    const { status, headers, body } = UNEXPECTED
    answer.writeHead(status, headers).end(body)
  })
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1')
      throw new Refusal('invalid', 'the Host header is missing', { Connection: 'close' })
    done()
  })
}

/** The refusal must not be written into another answer that has begun on the connection. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  return answer?.headersSent === true
}

function refusal(status: number, detail: string) {
  const body = JSON.stringify({ detail })
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }
  return { status, headers, body }
}

const UNEXPECTED = refusal(417, 'the only supported expectation is 100-continue')

function response(status: number, detail: string): string {
  const { headers, body } = refusal(status, detail)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return `${[`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...head].join('\r\n')}\r\n\r\n${body}`
}
