// Facts of this process that the parts are given as arguments.
import { readFileSync } from 'node:fs'
import { v7 } from 'uuid'

/** UUIDv7: sorts by time, and within a process in the order made. */
export const newId = (): string => v7()

const manifest = new URL('../package.json', import.meta.url)
export const VERSION: string = JSON.parse(readFileSync(manifest, 'utf8')).version
