// The page after signing in, which is always in this console.

/** The path in `next`, or the start page when it is missing or points elsewhere. */
export function nextPage(next: string | undefined, origin = window.location.origin): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : '/'
}
