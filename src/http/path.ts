// Paths as they are sent, before the router reads them.

/**
 * The address with every part of its path that does not decode taken literally, so that a malformed id meets the
 * same checks, in the same order, as an unknown one. The router alone would refuse it before anybody is asked for a key.
 */
export function literalPath(address: string): string {
  if (address === '*') return '/*' // the server as a whole, which the router would take for its first page
  if (!address.includes('%')) return address
  const [path = '', ...query] = address.split('?')
  if (decodes(path)) return address
  const segments = path.split('/').map((part) => (decodes(part) ? part : part.replaceAll('%', '%25')))
  return [segments.join('/'), ...query].join('?')
}

/** An address that ends in a slash, without it when the request came without. */
export function asAsked(address: string, request: { url: string }): string {
  const [path = ''] = request.url.split('?')
  return path.endsWith('/') ? address : address.replace(/\/$/, '')
}

/** What it says is used: a bundler leaves a call out of which nothing is wanted but its error. */
function decodes(text: string): boolean {
  try {
    return decodeURIComponent(text).length >= 0
  } catch {
    return false
  }
}
