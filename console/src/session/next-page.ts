// Where to go after signing in: only ever a page of this console.

/** The path that `next` names, or the start page when it is missing or leads elsewhere. */
export function nextPage(next: string | undefined, origin = window.location.origin): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/'
  const url = new URL(next, origin)
  return url.origin === origin ? url.pathname + url.search + url.hash : '/'
}
