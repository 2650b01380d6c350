// A backup file: written under a temporary name, read back completely, and then renamed.
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline as connect, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { isStandby, readWholeDatabase } from '../../db/backups/whole-database.ts'
import { sweepUnfinished } from '../../db/embedded/unfinished.ts'
import { hasMigrationList } from '../../db/schema-migrations.ts'
import { type ArchiveEnd, type ArchiveHeader, BackupError, damaged, readArchive, rowsOf } from './archive.ts'
import { seal, unseal } from './sealed.ts'
import { describeDatabase, writeArchive } from './write-archive.ts'

export type BackupSource = { connection: pg.ClientConfig; program: string; now: () => Date }
export type WrittenBackup = { takenAt: Date; tables: number; rows: number; bytes: number }

/** Higher levels save a few percent of a database, which is mostly text and digits, and take twice as long. */
const EFFORT = { level: 3 }

export async function writeBackup(
  source: BackupSource,
  file: string,
  passphrase: string,
  signal?: AbortSignal,
): Promise<WrittenBackup> {
  const write = async (part: string) => {
    await writeSealed(source, part, passphrase, signal)
    const { header, end } = await checkBackup(part, passphrase, signal)
    const { size } = await stat(part)
    return {
      takenAt: new Date(header.taken_at),
      tables: header.tables.length,
      rows: rowsOf(end),
      bytes: size,
    }
  }
  return writeWhole(file, 'backup', write, signal)
}

/** The file gets its name only when it is complete and on disk, and never replaces another. */
export async function writeWhole<T>(
  file: string,
  what: string,
  write: (part: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await refuseExisting(file)
  await sweepUnfinished(file) // left behind by a killed process
  const part = `${file}.part-${process.pid}`
  try {
    const written = await write(part)
    await rename(part, file)
    await syncFolder(dirname(file))
    return written
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}) // the first error matters: that the folder does not exist, for example
    signal?.throwIfAborted()
    throw explainFile(error, `The ${what} cannot be written to ${file}`)
  }
}

/** Words system errors of a file in one line; returns other errors unchanged. */
function explainFile(error: unknown, what: string): unknown {
  const { syscall, path, message } = error as NodeJS.ErrnoException
  return syscall && path ? new BackupError(`${what}: ${message}.`) : error
}

function writeSealed(
  { connection, program, now }: BackupSource,
  part: string,
  passphrase: string,
  signal?: AbortSignal,
): Promise<void> {
  return readWholeDatabase(connection, async (client) => {
    if (!(await hasMigrationList(client)))
      throw new BackupError('There is nothing to back up: Fieldnote has never run on this database.')
    if (await isStandby(client))
      throw new BackupError('The database is a standby, which cannot give all tables: back up its primary.')
    const header = await describeDatabase(client, program, now())
    // Readable by its owner only, and on disk when this is done.
    const target = createWriteStream(part, { mode: 0o600, flush: true })
    await pipeline(writeArchive(client, header), createGzip(EFFORT), seal(passphrase), target, {
      ...(signal && { signal }),
    })
  })
}

/** Decrypts and decompresses. The stream fails with what is wrong with the backup. */
export function openBackup(file: string, passphrase: string): Readable {
  const plain = createGunzip()
  connect(createReadStream(file), unseal(passphrase), plain, () => {}) // errors of all three streams reach the last
  return plain
}

/** Checks that the backup opens with the passphrase, is unchanged and complete. */
export async function checkBackup(
  file: string,
  passphrase: string,
  signal?: AbortSignal,
): Promise<{ header: ArchiveHeader; end: ArchiveEnd }> {
  await requireReadable(file)
  let [header, end]: [ArchiveHeader?, ArchiveEnd?] = []
  for await (const part of readArchive(openBackup(file, passphrase))) {
    signal?.throwIfAborted()
    if ('header' in part) header = part.header
    if ('end' in part) end = part.end
  }
  if (header && end) return { header, end }
  throw damaged('it has no header')
}

export async function requireReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw explainFile(error, 'The backup cannot be read')
  })
  if ((await stat(file)).isDirectory())
    throw new BackupError(`The backup cannot be read: ${file} is a folder. Name a file in it.`)
}

async function refuseExisting(file: string): Promise<void> {
  const existing = await stat(file).catch(() => null)
  if (existing?.isDirectory()) throw new BackupError(`${file} is a folder: name a file in it.`)
  if (existing) throw new BackupError(`The file ${file} exists: choose another name, or delete it first.`)
}

/** So that the new name is on disk, too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
