// Paths as they are sent, before the router reads them.

/**
 * The address with every part of its path that does not decode taken literally, so that a malformed id meets the
 * same checks, in the same order, as an unknown one. The router alone would refuse it before anybody is asked for a key.
 */
export function literalPath(address: string): string {
  const [path = '', ...query] = address.split('?')
  if (decodes(path)) return address
  const segments = path.split('/').map((part) => (decodes(part) ? part : part.replaceAll('%', '%25')))
  return [segments.join('/'), ...query].join('?')
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
