// A name whose address changes while processes run: in them, looking it up reads a file instead of asking a server.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type MovingName = {
  name: string
  /** What a process needs in its environment to look the name up here. */
  settings: Record<string, string>
  /** To these addresses from now on; to none: there is no such name. */
  lead(...addresses: string[]): void
}

const NAME = 'receiver.test'

export function openMovingName(folder: string): MovingName {
  const file = join(folder, 'addresses')
  const lead = (...addresses: string[]) =>
    writeFileSync(file, JSON.stringify(addresses.map((address) => ({ address, family: 4 }))))
  const code = `
    import dns from 'node:dns/promises'
    import { readFileSync } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { lookup } = dns
    dns.lookup = async (host, options) => {
      if (host !== '${NAME}') return lookup(host, options)
      const found = JSON.parse(readFileSync('${file}', 'utf8') || '[]')
      if (found.length === 0) throw Object.assign(new Error('getaddrinfo ENOTFOUND ' + host), { code: 'ENOTFOUND' })
      return found
    }
    syncBuiltinESMExports()`
  const settings = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
  return { name: NAME, settings, lead }
}
