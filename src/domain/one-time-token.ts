// The secret part of a link: it is sent in the fragment, which browsers never transmit, and stored as a hash.
import { createHash, randomBytes } from 'node:crypto'

export const makeToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
