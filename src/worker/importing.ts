// Makes observations of the rows of imports, and undoes imports, a step at a time, until stopped.
import type { Deps } from '../domain/deps.ts'
import { importStep } from '../domain/imports/import-step.ts'
import { type Loop, startLoop } from './loop.ts'

/** Connections that it may hold at a time. */
export const IMPORT_CONNECTIONS = 1

/** After each step it rests for as long as that took: what agents post meanwhile finds the database free half of the time. */
export const startImporting = (deps: Deps, onError: (error: unknown) => void): Loop =>
  startLoop(
    () => importStep(deps),
    onError,
    (tookMs) => tookMs,
  )
