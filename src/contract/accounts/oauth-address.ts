// Where OAuth can be served: tokens must not travel in the open, and on one machine alone they do not travel.

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname)

export function servesOauth(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopbackHost(hostname)
}
