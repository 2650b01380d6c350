// What HTTP itself refuses, before there is a request: answered as everything else is, with exactly one property.
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

type ClientError = Error & { code?: string }

const REFUSALS: Record<string, [status: number, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, `the headers are larger than ${maxHeaderSize} bytes`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'the chunk extensions are too large'],
}

export function answerClientError({ code = '' }: ClientError, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, detail] = REFUSALS[code] ?? [400, 'this is not a valid HTTP request']
  if (socket.writable && !isAnswering(socket)) socket.write(response(status, detail))
  socket.destroy()
}

/** Another answer that has begun on the connection must not go on with this one. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  return answer?.headersSent === true
}

function response(status: number, detail: string): string {
  const body = JSON.stringify({ detail })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
