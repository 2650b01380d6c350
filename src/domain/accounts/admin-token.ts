// The operator's token (ADMIN_TOKEN), which may do everything in every project.
import { createHash, timingSafeEqual } from 'node:crypto'

export const isAdminToken = (sent: string, adminToken: string | null): boolean =>
  adminToken !== null && timingSafeEqual(sha256(sent), sha256(adminToken))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** The name in the audit log. */
export const ADMIN_TOKEN_ACTOR = 'admin token'
