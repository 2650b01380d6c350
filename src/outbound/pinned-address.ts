// The address behind a name, looked up once and checked: the connection goes to it and to no other, so that the name
// cannot change its mind between the check and the connection.
import { lookup } from 'node:dns/promises'
import { isPublicRoutableHost } from '@better-auth/core/utils/host'

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
  if (!pinned || (!allowPrivate && found.some(({ address }) => !isPublicRoutableHost(address))))
    throw new PrivateAddress('only public addresses are fetched')
  return pinned
}
