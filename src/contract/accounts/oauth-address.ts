// Where OAuth can be served: only over https or within one machine, because tokens must not be readable on a network.

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

export const isLoopbackHost = (hostname: string): boolean => LOOPBACK.test(hostname)

export function servesOauth(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopbackHost(hostname)
}
