// Errors of PostgreSQL, and of the connection to it, that the service's rules depend on.
import { UNIQUE_VIOLATION } from './embedded/error.ts' // defined there, because that folder imports nothing from outside

export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: string }).code === UNIQUE_VIOLATION

const FOREIGN_KEY_VIOLATION = '23503'

/** A referenced row is gone. */
export const isMissingReference = (error: unknown): boolean =>
  (error as { code?: string }).code === FOREIGN_KEY_VIOLATION

const INSUFFICIENT_PRIVILEGE = '42501'

export const isForbidden = (error: unknown): boolean =>
  (error as { code?: string }).code === INSUFFICIENT_PRIVILEGE

const TOO_MANY_CONNECTIONS = '53300'

export const isFull = (error: unknown): boolean => (error as { code?: string }).code === TOO_MANY_CONNECTIONS

const DEADLOCK = '40P01'

/** PostgreSQL ended this transaction to resolve a deadlock; it can be retried. */
export const isDeadlock = (error: unknown): boolean => (error as { code?: string }).code === DEADLOCK

/**
 * Trouble that passes and is no fault of the statement: the database is unreachable, overloaded, locked or cannot
 * store.
 */
export type Trouble = 'away' | 'busy' | 'locked' | 'unwritable'

/** Undefined if the statement itself was wrong. */
export function troubleOf(error: unknown): Trouble | undefined {
  const { code = '', syscall, message = '' } = (error ?? {}) as NodeJS.ErrnoException
  // The server's socket is a file: if it is missing, nothing listens. Other missing files have other causes.
  if (code === 'ENOENT') return syscall === 'connect' ? 'away' : undefined
  return TROUBLES.get(code) ?? (code.startsWith('08') || LOST_CONNECTION.test(message) ? 'away' : undefined)
}

/** The database was unreachable or the connection was lost: the caller may retry. */
export const isUnreachable = (error: unknown): boolean => troubleOf(error) === 'away'

/** PostgreSQL answered and has rolled the statement back. */
export const isOfStatement = (error: unknown): boolean =>
  /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '') && !isUnreachable(error)

/** Messages of the driver, which has no codes. */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying|Client was closed|Client has encountered a connection error)/

const TROUBLES = new Map<string, Trouble>(
  Object.entries({
    ECONNREFUSED: 'away',
    ECONNRESET: 'away',
    EPIPE: 'away',
    ETIMEDOUT: 'away',
    ENOTFOUND: 'away',
    EAI_AGAIN: 'away',
    EHOSTUNREACH: 'away',
    ENETUNREACH: 'away',
    '57P01': 'away', // admin_shutdown
    '57P02': 'away', // crash_shutdown
    '57P03': 'away', // cannot_connect_now
    [TOO_MANY_CONNECTIONS]: 'away',
    EMFILE: 'busy', // no file descriptors left, of the process
    ENFILE: 'busy', // and of the machine
    '53200': 'busy', // out_of_memory
    '53400': 'busy', // configuration_limit_exceeded
    '57014': 'busy', // query_canceled: it took longer than a statement may
    '40001': 'busy', // serialization_failure
    '40P01': 'busy', // deadlock_detected
    '55P03': 'locked', // lock_not_available
    '53100': 'unwritable', // disk_full
    '25006': 'unwritable', // read_only_sql_transaction
    '58030': 'unwritable', // io_error
  }),
)
