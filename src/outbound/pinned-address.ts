// Resolves a host name once and checks every address. The connection then goes to the checked address, so a name that
// resolves differently the next time cannot lead elsewhere.
import { lookup } from 'node:dns/promises'
import { isPublicHost } from '../domain/integrations/target-address.ts'

export type Resolved = { address: string; family: number }
export type Resolve = (host: string) => Promise<Resolved[]>

const resolveByName: Resolve = (host) => lookup(host, { all: true, verbatim: true })

export class PrivateAddress extends Error {}

/** Refuses a name if any of its addresses is private, unless private ones are allowed. */
export async function pinAddress(
  { hostname }: URL,
  allowPrivate: boolean,
  resolve: Resolve = resolveByName,
): Promise<Resolved> {
  const addresses = await resolve(hostname.replaceAll(/^\[|\]$/g, ''))
  const [pinned] = addresses
  if (!pinned || (!allowPrivate && addresses.some(({ address }) => !isPublicHost(address))))
    throw new PrivateAddress('only public addresses are allowed')
  return pinned
}
