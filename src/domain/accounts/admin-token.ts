// The token that the operator may set (ADMIN_TOKEN): it may do everything, in every project.
import { createHash, timingSafeEqual } from 'node:crypto'

export const isAdminToken = (sent: string, adminToken: string | null): boolean =>
  adminToken !== null && timingSafeEqual(sha256(sent), sha256(adminToken))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whose name the audit log gets. */
export const ADMIN_TOKEN_ACTOR = 'admin token'
