// A backup in a file: written under another name, read back whole, and only then called by its own.
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

/** Most of a database is text and numbers in digits: more effort makes it a few percent smaller, and takes twice as long. */
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

/** The file has its name only when it is whole and on the disk, and replaces no other. */
export async function writeWhole<T>(
  file: string,
  what: string,
  write: (part: string) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await refuseExisting(file)
  await sweepUnfinished(file) // of one that was killed
  const part = `${file}.part-${process.pid}`
  try {
    const written = await write(part)
    await rename(part, file)
    await syncFolder(dirname(file))
    return written
  } catch (error) {
    await rm(part, { force: true }).catch(() => {}) // the first fault is the one to tell: that there is no such folder, say
    signal?.throwIfAborted()
    throw explainFile(error, `The ${what} cannot be written to ${file}`)
  }
}

/** What the system says of a file, in one line; everything else as it is. */
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
    // Its owner alone reads it, and it is on the disk when this is done.
    const target = createWriteStream(part, { mode: 0o600, flush: true })
    await pipeline(writeArchive(client, header), createGzip(EFFORT), seal(passphrase), target, {
      ...(signal && { signal }),
    })
  })
}

/** Decrypted and unpacked; whoever reads it is told what is wrong with it. */
export function openBackup(file: string, passphrase: string): Readable {
  const plain = createGunzip()
  connect(createReadStream(file), unseal(passphrase), plain, () => {}) // a fault of the others arrives at the last
  return plain
}

/** All of it: that it opens with the passphrase, was not changed since, and is whole. */
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
  const found = await stat(file).catch(() => null)
  if (found?.isDirectory()) throw new BackupError(`${file} is a folder: name a file in it.`)
  if (found) throw new BackupError(`The file ${file} exists: choose another name, or delete it first.`)
}

/** So that the new name is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
