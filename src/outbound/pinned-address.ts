// Looks up the address behind a host name once, and checks it. The connection then goes to that very address, so that a name that
// resolves differently the next time cannot lead to one that was not checked.
import { lookup } from 'node:dns/promises'
import { isPublicHost } from '../domain/integrations/target-address.ts'

export type Resolved = { address: string; family: number }
export type Resolve = (host: string) => Promise<Resolved[]>

const resolveByName: Resolve = (host) => lookup(host, { all: true, verbatim: true })

export class PrivateAddress extends Error {}

/** Refuses a name of which any address is not public, unless private ones are allowed. */
export async function pinAddress(
  { hostname }: URL,
  allowPrivate: boolean,
  resolve: Resolve = resolveByName,
): Promise<Resolved> {
  const found = await resolve(hostname.replaceAll(/^\[|\]$/g, ''))
  const [pinned] = found
  if (!pinned || (!allowPrivate && found.some(({ address }) => !isPublicHost(address))))
    throw new PrivateAddress('only public addresses are fetched')
  return pinned
}
