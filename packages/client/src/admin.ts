// The admin API: what the console does, for scripts. Each call is named as in the OpenAPI document.
import { type ConnectionOptions, connection, given } from './connection.ts'
import { ADMIN_PATHS } from './generated/admin-paths.ts'
import type { AdminApi } from './generated/api.ts'
import { type CallOptions, request } from './request.ts'

export { FieldnoteError } from './fieldnote-error.ts'
export type * from './generated/api.ts'

export type AdminOptions = ConnectionOptions & {
  /** A personal access token (`fnp_…`), or the service's admin token. */
  token: string
}

export type Admin = AdminApi<CallOptions>

type Input = Record<string, unknown> & { body?: unknown; file?: Blob }

export function createAdmin(options: AdminOptions): Admin {
  const service = connection(options, `Bearer ${given('token', options.token)}`)
  const calls = Object.entries(ADMIN_PATHS).map(([name, place]) => {
    const [method = '', template = '', ...words] = place.split(' ')
    const unread = words.includes('unread')
    const fileType = words.find((word) => word !== 'unread')
    const call = async ({ body, file, ...values }: Input = {}, options?: CallOptions) => {
      const path = pathOf(template, values)
      const upload = file && { file, type: file.type || (fileType ?? '') }
      return request(service, { ...options, name, method, path, body, upload, unread })
    }
    return [name, call]
  })
  return Object.fromEntries(calls)
}

/** Values that the path names go into it, all others into the query; a list is written with commas. */
function pathOf(template: string, values: Record<string, unknown>): string {
  const rest = { ...values }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return segment(name, values[name])
  })
  const query = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return text === '' ? path : `${path}?${text}`
}

/** Dots alone would lead to another path than the one meant. */
function segment(name: string, value: unknown): string {
  if (value === undefined || ['', '.', '..'].includes(String(value)))
    throw new TypeError(`${name} is missing, or no name: ${JSON.stringify(value)}`)
  return encodeURIComponent(String(value))
}

type Page<Item> = { items: Item[]; next_cursor: string | null }

/** Every item of a list, page by page: `everyItem(admin.listIssues, { project_id })`. */
export async function* everyItem<Wanted, Item>(
  list: (input: Wanted) => Promise<Page<Item>>,
  input: NoInfer<Wanted>,
): AsyncGenerator<Item> {
  for (let next: { cursor?: string } | null = {}; next; ) {
    const page: Page<Item> = await list({ ...input, ...next } as Wanted)
    yield* page.items
    next = page.next_cursor === null ? null : { cursor: page.next_cursor }
  }
}
