// A model server on this machine that speaks the OpenAI protocol, strict with requests, faulty on demand.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ModelRequest = {
  path: string
  headers: IncomingMessage['headers']
  body: {
    model: string
    input: string[]
    encoding_format?: string
    messages: { role: string; content: string }[]
    temperature?: number
    response_format?: { type: string }
  }
}

export type Fault =
  | { status: number; retryAfter?: string; location?: string }
  | 'slow'
  | 'slow-body'
  | 'reset'
  | 'reset-body'
  | 'invalid-json'
  | 'endless'
  | 'wrong-count'
  | 'wrong-index'
  | 'no-index'
  | 'nan'
  | 'null-number'
  | 'infinity'
  | 'zero'
  | 'short'
  | 'uneven'
  | 'no-data'
  | 'wrong-letter'
  | 'empty-choices'
  | 'refusal'
  | 'refusal-text'
  | 'filtered'
  | 'no-text'
  | 'injection-echo'

export type StandIn = {
  url: string
  requests: ModelRequest[]
  /** The next requests fail so, one each; those after them are served. */
  fail(...faults: Fault[]): void
  /** What the chat model writes; a text is sent as it is. */
  answer(content: object | string): void
  /** What the chat model writes on being sent this; undefined: what it writes otherwise. */
  answerBy(answer: (data: Asked) => object | undefined): void
  /** The embedding of a text; unless told otherwise, 256 numbers drawn from its characters. */
  embedAs(embed: (text: string) => number[]): void
  /** Fields of a chat request that are answered with 400. */
  refuseFields(...fields: ('response_format' | 'temperature')[]): void
  /** Nothing is answered before so many have asked at the same time; then all are, and those after them. */
  answerTogether(count: number): void
  close(): Promise<void>
}

type Quote = { title: string; description: string }
/** What the service sends to a chat model, as data. */
export type Asked = {
  observation?: Quote
  candidates?: { letter: string; title: string; summary: string }[]
  quotes?: Quote[]
}

type State = {
  faults: Fault[]
  content: string
  answerBy: (data: Asked) => object | undefined
  embed: (text: string) => number[]
  refused: string[]
  key: string | null
  requests: ModelRequest[]
  /** Those that wait for others, and how many are to. */
  waiting: (() => void)[]
  together: number
}

/** With a `key`, requests that do not bear it are answered with 401. */
export async function startStandIn(key: string | null = null): Promise<StandIn> {
  const state: State = {
    faults: [],
    content: '{}',
    answerBy: () => undefined,
    embed: drawn(256),
    refused: [],
    key,
    requests: [],
    waiting: [],
    together: 1,
  }
  const server = createServer((request, response) => void receive(state, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: state.requests,
    fail: (...faults) => void state.faults.push(...faults),
    answer: (content) => {
      state.content = typeof content === 'string' ? content : JSON.stringify(content)
    },
    answerBy: (answer) => {
      state.answerBy = answer
    },
    embedAs: (embed) => {
      state.embed = embed
    },
    refuseFields: (...fields) => {
      state.refused = fields
    },
    answerTogether: (count) => {
      state.together = count
    },
    close: () => closed(server),
  }
}

/** Numbers that depend on the text alone, about evenly spread. */
export function drawn(dimension: number): (text: string) => number[] {
  return (text) => {
    let state = [...text].reduce((sum, sign) => Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 16_777_619), 7)
    return Array.from({ length: dimension }, () => {
      state = (state + 0x9e3779b9) | 0
      const mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
      const again = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
      return (again ^ (again >>> 15)) / 2 ** 31
    })
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

async function receive(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const received = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) }
  state.requests.push(received)
  await others(state)
  const fault = state.faults.shift()
  if (fault && failOnTheWire(response, fault, received)) return
  const refused = refusal(state, received)
  if (refused) return sendError(response, refused, received)
  const [path] = received.path.split('?')
  send(
    response,
    200,
    path === '/v1/embeddings' ? embeddings(state, received, fault) : chat(state, received, fault),
  )
}

function others(state: State): Promise<void> {
  return new Promise((goOn) => {
    state.waiting.push(goOn)
    if (state.waiting.length < state.together) return
    state.together = 1
    for (const one of state.waiting.splice(0)) one()
  })
}

function refusal(state: State, { path, headers, body }: ModelRequest): number | null {
  const [place] = path.split('?')
  if (state.key !== null && headers.authorization !== `Bearer ${state.key}`) return 401
  if (place !== '/v1/embeddings' && place !== '/v1/chat/completions') return 404
  if (headers['content-type'] !== 'application/json' || !body.model) return 400
  if (place === '/v1/embeddings') return body.input.length > 0 && !body.input.includes('') ? null : 400
  return body.messages.length > 0 && !state.refused.some((field) => field in body) ? null : 400
}

/** Faults below the protocol; false: the fault is in what the answer says. */
function failOnTheWire(response: ServerResponse, fault: Fault, received: ModelRequest): boolean {
  if (typeof fault === 'object') {
    if (fault.retryAfter !== undefined) response.setHeader('retry-after', fault.retryAfter)
    if (fault.location !== undefined) response.setHeader('location', fault.location)
    sendError(response, fault.status, received)
  } else if (fault === 'reset') response.socket?.resetAndDestroy()
  else if (fault === 'slow-body') response.writeHead(200).write('{"data": [')
  else if (fault === 'reset-body') {
    response.writeHead(200, { 'content-length': 100 }).write('{', () => response.socket?.resetAndDestroy())
  } else if (fault === 'invalid-json') response.end(`<html>${JSON.stringify(received)}</html>`)
  else if (fault === 'endless') pour(response)
  else return fault === 'slow' // which is never answered
  return true
}

function pour(response: ServerResponse): void {
  const block = ' '.repeat(1024 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', more)
  more()
}

// As real servers do at worst: the error quotes the key and the text.
function sendError(response: ServerResponse, status: number, { headers, body }: ModelRequest): void {
  const message = `Incorrect API key provided: ${headers.authorization}; request: ${JSON.stringify(body)}`
  send(response, status, { error: { message, type: 'error', param: null, code: null } })
}

function send(response: ServerResponse, status: number, body: object | string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function embeddings(state: State, { body }: ModelRequest, fault: Fault | undefined): object | string {
  const list = body.input.map((text, index) => ({ object: 'embedding', index, embedding: state.embed(text) }))
  const data: { object: string; index?: number; embedding: (number | null)[] }[] = list.reverse()
  const last = data[0]
  if (fault === 'wrong-count') data.pop()
  if (fault === 'wrong-index' && last) last.index = 0
  if (fault === 'no-index') for (const entry of data.reverse()) delete entry.index
  if (fault === 'null-number' && last) last.embedding[3] = null
  if (fault === 'zero' && last) last.embedding.fill(0)
  if (fault === 'short') for (const entry of data) entry.embedding.length = 7
  if (fault === 'uneven') last?.embedding.pop()
  const answer = { object: 'list', data, model: body.model, usage: { prompt_tokens: 1, total_tokens: 1 } }
  const text = JSON.stringify(fault === 'no-data' ? { ...answer, data: undefined } : answer)
  if (fault === 'nan') return text.replace(/"embedding":\[[^,]+/, '"embedding":[NaN')
  if (fault === 'infinity') return text.replace(/"embedding":\[[^,]+/, '"embedding":[1e999')
  return text
}

function chat(state: State, { body }: ModelRequest, fault: Fault | undefined): object {
  const asked = JSON.parse(body.messages.at(-1)?.content ?? '{}') as Asked
  const answer = state.answerBy(asked)
  const content = answer ? JSON.stringify(answer) : state.content
  const message: Record<string, unknown> = { role: 'assistant', content, refusal: null }
  if (fault === 'wrong-letter') message.content = '{"same": "Q"}'
  if (fault === 'refusal') Object.assign(message, { content: null, refusal: `I will not: ${state.content}` })
  if (fault === 'refusal-text') message.content = "I'm sorry, but I can't help with that."
  if (fault === 'no-text') message.content = null
  if (fault === 'injection-echo') message.content = orderIn(body.messages)
  const choice = { index: 0, message, finish_reason: fault === 'filtered' ? 'content_filter' : 'stop' }
  const choices = fault === 'empty-choices' ? [] : [choice]
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: body.model, choices }
}

/** The worst model: it answers with whatever the observation orders it to. */
function orderIn(messages: ModelRequest['body']['messages']): string {
  const data = JSON.parse(messages.at(-1)?.content ?? '{}')
  const { description } = data.observation ?? data.quotes[0]
  return /answer (\{.*\})/.exec(description)?.[1] ?? description
}
