// Makes observations from imported rows, and undoes imports, one step at a time, until stopped.
import type { Deps } from '../domain/deps.ts'
import { importStep } from '../domain/imports/import-step.ts'
import { type Loop, startLoop } from './loop.ts'

/** Connections it may hold at a time. */
export const IMPORT_CONNECTIONS = 1

/** Pauses after each step for as long as it took, so that the database is free for agents half of the time. */
export const startImporting = (deps: Deps, onError: (error: unknown) => void): Loop =>
  startLoop(
    () => importStep(deps),
    onError,
    (tookMs) => tookMs,
  )
