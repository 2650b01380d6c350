// PostgreSQL's log: opened for each start, and kept small for as long as the server runs.
import { openSync } from 'node:fs'
import { chown, copyFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { EmbeddedServerError, messageOf } from './error.ts'
import type { DataFolder } from './folder.ts'

export const LOG_LIMIT_BYTES = 10_000_000
const LOOK_EVERY_MS = 10_000

/** Opened to append, so that PostgreSQL goes on at the end of whatever is left of it. */
export async function openLog({ logFile, osUser }: DataFolder): Promise<number> {
  try {
    await rotateLog(logFile)
    const descriptor = openSync(logFile, 'a', 0o600)
    if (osUser) await chown(logFile, osUser.uid, osUser.gid)
    return descriptor
  } catch (error) {
    throw new EmbeddedServerError(
      `PostgreSQL's log ${logFile} cannot be written (${messageOf(error)}): give this user the permission.`,
    )
  }
}

/** Until it is called off. A log that cannot be moved, on a full disk perhaps, is looked at again. */
export function keepLogSmall({ logFile }: DataFolder): () => void {
  const timer = setInterval(() => void rotateLog(logFile).catch(() => undefined), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/**
 * Moves what a large log holds to `postgres.log.1`, in place of what was there. PostgreSQL keeps the file open, so its text is
 * copied and then cut; a line written in between is lost. Several processes may do so at the same time: a copy made
 * after another has cut is too short, and thrown away.
 */
async function rotateLog(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) <= LOG_LIMIT_BYTES) return
  const copy = `${logFile}.part-${process.pid}`
  try {
    await copyFile(logFile, copy)
    if ((await sizeOf(copy)) <= LOG_LIMIT_BYTES) return
    await truncate(logFile)
    await rename(copy, `${logFile}.1`)
  } finally {
    await rm(copy, { force: true })
  }
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => undefined))?.size ?? 0
