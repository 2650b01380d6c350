// What a token is for: one project. Clients name it by one of its MCP addresses; internally its id names it, so that a
// new BASE_URL does not orphan grants.
import { isUuid } from '../../contract/validate.ts'

const INSIDE = 'urn:uuid:'

export const resourceOf = (projectId: string): string => INSIDE + projectId

export function projectOf(resource: string | null | undefined): string | null {
  const id = resource?.startsWith(INSIDE) ? resource.slice(INSIDE.length) : ''
  return isUuid(id) ? id : null
}

/** Names no project, so it is refused as an unknown target. */
const NOWHERE = 'urn:fieldnote:unknown'

/**
 * The resources a client named, as we name them. The service as a whole means none in particular: the member chooses.
 * Anything else, and more than one project, is refused.
 */
export function knownResources(
  sent: string[],
  { baseUrl, mcpUrls }: { baseUrl: string; mcpUrls(projectId: string): string[] },
): string[] {
  const named = sent.filter((resource) => trimmed(resource) !== trimmed(baseUrl))
  const known = new Set(named.map((resource) => fromAddress(resource, mcpUrls)))
  return known.size > 1 ? [NOWHERE] : [...known]
}

function fromAddress(resource: string, mcpUrls: (projectId: string) => string[]): string {
  if (projectOf(resource)) return resource
  const address = trimmed(resource)
  const start = address.lastIndexOf('/') + 1
  const id = address.slice(start).toLowerCase()
  const plain = address.slice(0, start) + id
  return isUuid(id) && mcpUrls(id).some((known) => trimmed(known) === plain) ? resourceOf(id) : NOWHERE
}

const trimmed = (address: string): string => address.replace(/(?<!\/)\/+$/, '')
