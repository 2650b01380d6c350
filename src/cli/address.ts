// The service's public address.
import type { Config } from '../config.ts'

/** The configured public address, or the address it listens on; `port` is for when the system picked one. */
export function addressOf({ baseUrl, host, port: wanted }: Config, port: number = wanted): string {
  if (baseUrl !== null) return baseUrl
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
