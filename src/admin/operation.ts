// An operation of the admin API: an HTTP operation and what it requires of its caller.
import type { Watches } from '../domain/projects/watch-project.ts'
import type { Operation } from '../http/operation.ts'
import type { AdminContext, Demand } from './auth.ts'

/** For streams: what arrives, and whether the caller may still see it. */
export type Watching = { watches: Watches; stillAllowed(): Promise<void> }

export type AdminOperation = Operation<AdminContext & Watching> & Demand
