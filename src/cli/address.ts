// Where the service is to be found.
import type { Config } from '../config.ts'

/** The public address, or where a service with these settings listens; `port` when the system picked one. */
export function addressOf({ baseUrl, host, port: wanted }: Config, port: number = wanted): string {
  if (baseUrl !== null) return baseUrl
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
}
