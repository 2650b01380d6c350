// Waiting on a condition instead of a clock.
import { expect, vi } from 'vitest'
import type { Tx } from '../src/db/pool.ts'
import { PATIENCE_MS } from './patience.ts'

/** Resolves with what `check` gives, once it throws nothing. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = PATIENCE_MS): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 20 })

/** Resolves once somebody waits for a lock that this transaction holds. */
export const untilBlocking = (tx: Tx): Promise<void> =>
  eventually(async () => {
    const blocked = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))'
    expect((await tx.query(blocked)).rowCount).toBe(1)
  })
