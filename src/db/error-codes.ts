// Errors of PostgreSQL that the rules of the service depend on.
import { UNIQUE_VIOLATION } from './embedded/error.ts' // written there: that room imports nothing from outside

export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: string }).code === UNIQUE_VIOLATION

const FOREIGN_KEY_VIOLATION = '23503'

/** What a row refers to is gone. */
export const isMissingReference = (error: unknown): boolean =>
  (error as { code?: string }).code === FOREIGN_KEY_VIOLATION
