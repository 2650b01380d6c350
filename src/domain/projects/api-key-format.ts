// The format of an API key and how it is stored.
import { hash, randomBytes } from 'node:crypto'

const PREFIX = 'fnk_' // lets people and secret scanners recognize a leaked key
const SHOWN = PREFIX.length + 6

export const makeApiKey = (): string => PREFIX + randomBytes(32).toString('base64url')

export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Enough to tell keys apart in a list, and far too little to guess the rest. */
export const shownPrefix = (key: string): string => key.slice(0, Math.min(SHOWN, Math.floor(key.length / 2)))
