// Waiting on a condition instead of a clock.
import { vi } from 'vitest'
import { PATIENCE_MS } from './patience.ts'

/** Resolves with what `check` gives, once it throws nothing. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = PATIENCE_MS): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 20 })
