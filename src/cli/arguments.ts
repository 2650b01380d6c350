// Validates command-line arguments with the same limits as the API.
import { parseDateTime } from '../contract/date-time.ts'
import { LIMITS } from '../contract/limits.ts'
import { StartError } from '../start-error.ts'

export function requireName(name: string): string {
  if (name.trim() !== '' && [...name].length <= LIMITS.nameLength) return name
  throw new StartError(`A name must have 1 to ${LIMITS.nameLength} characters.`)
}

export function requireDateTime(expiresAt: string | undefined): { expiresAt?: string } {
  if (expiresAt === undefined) return {}
  if (parseDateTime(expiresAt)) return { expiresAt }
  throw new StartError(`--expires-at must be a date-time such as 2027-01-01T00:00:00Z, not "${expiresAt}".`)
}

const MOST_PROCESSES = 64

export function readProcesses(number: string): number {
  if (/^\d{1,2}$/.test(number) && Number(number) >= 1 && Number(number) <= MOST_PROCESSES)
    return Number(number)
  throw new StartError(`--processes must be a whole number from 1 to ${MOST_PROCESSES}, not "${number}".`)
}
