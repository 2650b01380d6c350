// Paths as sent, before the router reads them.

/**
 * The address with undecodable parts of its path taken literally, so that a malformed id meets the same checks, in the
 * same order, as an unknown one. The router alone would refuse it before the key is checked.
 */
export function literalPath(address: string): string {
  if (address === '*') return '/*' // the server as a whole, which the router would take for its first page
  if (!address.includes('%')) return address
  const [path = '', ...query] = address.split('?')
  if (decodes(path)) return address
  const segments = path.split('/').map((part) => (decodes(part) ? part : part.replaceAll('%', '%25')))
  return [segments.join('/'), ...query].join('?')
}

/** Removes the trailing slash of an address if the request came without one. */
export function asAsked(address: string, request: { url: string }): string {
  const [path = ''] = request.url.split('?')
  return path.endsWith('/') ? address : address.replace(/\/$/, '')
}

/** The result is used because a bundler drops calls made only for their error. */
function decodes(text: string): boolean {
  try {
    return decodeURIComponent(text).length >= 0
  } catch {
    return false
  }
}
