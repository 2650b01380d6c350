// The secret part of a link: it travels in the fragment, which browsers never send, and is stored as a hash.
import { createHash, randomBytes } from 'node:crypto'

export const makeToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
