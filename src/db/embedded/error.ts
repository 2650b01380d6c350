// The error of the embedded database: one line that says what is wrong and what to do.

export class EmbeddedServerError extends Error {
  override name = 'EmbeddedServerError'

  constructor(message: string, options?: ErrorOptions) {
    const lines = message.split('\n').map((line) => line.trim())
    super(lines.filter(Boolean).join(' '), options)
  }
}

export const USE_YOUR_OWN = 'set DATABASE_URL to use your own PostgreSQL server'

export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? code : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export const UNIQUE_VIOLATION = '23505' // PostgreSQL's code
