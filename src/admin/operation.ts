// An operation of the admin API: an HTTP operation, and the least role that may call it.
import type { Role } from '../contract/labels.ts'
import type { Operation } from '../http/operation.ts'
import type { AdminContext } from './auth.ts'

export type AdminOperation = Operation<AdminContext> & {
  /** viewers read, editors change what the team works on, owners decide who and what may get in. */
  role: Role
}
