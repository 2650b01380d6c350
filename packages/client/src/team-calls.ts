// The team's calls, made from the list of their places: `studies.create` of a project is `project.studies.create`.
import { type Answered, type Call, type CallOptions, callOf, type List, type Page } from './call.ts'
import type { Connection } from './connection.ts'
import { request } from './request.ts'

type Input = Record<string, unknown> & { file?: Blob }
type TeamCall = (input?: Input, options?: CallOptions) => Call<unknown>
type Things = { [name: string]: TeamCall | Things }

export function teamCalls<Calls>(service: Connection, base: string, places: Record<string, string>): Calls {
  const calls: Things = {}
  for (const [name, place] of Object.entries(places)) {
    const things = name.split('.')
    const verb = things.pop() ?? ''
    const thing = things.reduce((outer, inner) => within(outer, inner), calls)
    thing[verb] = teamCall(service, name, base, place)
  }
  return calls as Calls
}

function within(outer: Things, name: string): Things {
  const inner = (outer[name] ?? {}) as Things
  outer[name] = inner
  return inner
}

/** A place is method and path; `json` or the type of a file says what is sent, `list` and `unread` what is answered. */
function teamCall(service: Connection, name: string, base: string, place: string): TeamCall {
  const [method = '', template = '', ...words] = place.split(' ')
  const isSent = words.includes('json')
  const fileType = words.find((word) => word.includes('/')) ?? ''
  const send = async ({ file, ...values }: Input, options?: CallOptions): Promise<Answered<unknown>> => {
    const { path, rest } = filled(template, values)
    return request(service, {
      ...options,
      name,
      method,
      path: base + (isSent ? path : path + queryOf(rest)),
      body: isSent ? rest : undefined,
      upload: file && { file, type: file.type || fileType },
      unread: words.includes('unread'),
    })
  }
  const call: TeamCall = (input = {}, options) => callOf(send(input, options), (answer) => answer)
  return words.includes('list') ? (input, options) => listOf(call as ListPages, input, options) : call
}

/** The values that the path does not name are left over for the query or the body. */
function filled(template: string, values: Record<string, unknown>) {
  const rest = { ...values }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return segment(name, values[name])
  })
  return { path, rest }
}

/** Dots alone would lead to another path than the one meant. */
export function segment(name: string, value: unknown): string {
  if (value === undefined || ['', '.', '..'].includes(String(value)))
    throw new TypeError(`${name} is missing, or no name: ${JSON.stringify(value)}`)
  return encodeURIComponent(String(value))
}

/** A list is written with commas. */
function queryOf(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return text && `?${text}`
}

type ListPages = (input?: Input, options?: CallOptions) => Call<Page<unknown>>

/** The first page is asked for at once; the next one when the items before it are used up. */
function listOf(list: ListPages, input: Input | undefined, options: CallOptions | undefined): List<unknown> {
  const first = list(input, options)
  async function* items() {
    for (let page = await first; ; page = await list({ ...input, cursor: page.next_cursor }, options)) {
      yield* page.items
      if (page.next_cursor === null) return
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items })
}
