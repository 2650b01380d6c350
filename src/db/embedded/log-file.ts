// PostgreSQL's log: opened for each start, and kept small for as long as the server runs.
import { openSync } from 'node:fs'
import { chown, copyFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { EmbeddedServerError, messageOf } from './error.ts'
import type { DataFolder } from './folder.ts'

export const LOG_LIMIT_BYTES = 10_000_000
const LOOK_EVERY_MS = 10_000

/** Opened to append, so that PostgreSQL continues at the end. */
export async function openLog({ logFile, osUser }: DataFolder): Promise<number> {
  try {
    await rotateLog(logFile)
    const descriptor = openSync(logFile, 'a', 0o600)
    if (osUser) await chown(logFile, osUser.uid, osUser.gid)
    return descriptor
  } catch (error) {
    throw new EmbeddedServerError(
      `PostgreSQL's log ${logFile} is not writable (${messageOf(error)}): change its permissions.`,
    )
  }
}

/** Runs until canceled. A log that cannot be moved, perhaps because the disk is full, is checked again later. */
export function keepLogSmall({ logFile }: DataFolder): () => void {
  const timer = setInterval(() => void rotateLog(logFile).catch(() => undefined), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

/**
 * Moves a large log to `postgres.log.1`, replacing the previous one. PostgreSQL keeps the file open, so its text is
 * copied and then truncated; a line written in between is lost. Several processes may do so at the same time: a copy
 * made after another's truncation is too short and is discarded.
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
