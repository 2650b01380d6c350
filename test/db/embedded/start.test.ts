// The first start and the next ones, and the folders in which there is none.
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOG_LIMIT_BYTES } from '../../../src/db/embedded/log-file.ts'
import { EmbeddedServerError } from '../../../src/db/embedded/server.ts'
import { eventually } from '../../eventually.ts'
import { mountSmallDisk } from '../../faults/chaos/small-disk.ts'
import { PATIENCE_MS } from '../../patience.ts'
import {
  canActAsNobody,
  expectGone,
  isRoot,
  killHolder,
  NOBODY,
  postmasterPid,
  removeTemplate,
  Workshop,
} from './workshop.ts'

let workshop: Workshop
beforeEach(() => {
  workshop = new Workshop()
})
afterEach(() => workshop.clear())
afterAll(removeTemplate)

describe('starting', () => {
  it('makes a durable UTF-8 database with checksums that listens on a private socket only', async () => {
    const { connection } = await workshop.open(join(workshop.folder(), 'data'))

    const client = await workshop.connect(connection)
    const setting = async (name: string) => (await client.query(`SHOW ${name}`)).rows[0][name]

    expect(await setting('server_encoding')).toBe('UTF8')
    expect(await setting('data_checksums')).toBe('on')
    expect(await setting('fsync')).toBe('on')
    expect(await setting('synchronous_commit')).toBe('on')
    expect(await setting('listen_addresses')).toBe('')
    const { rows } = await client.query(
      'SELECT datname, datlocprovider, datlocale FROM pg_database WHERE datname = current_database()',
    )
    expect(rows).toEqual([{ datname: 'fieldnote', datlocprovider: 'b', datlocale: 'C.UTF-8' }])
  })

  it('stops the server on release and finds the data again', async () => {
    const dataDir = workshop.folder()
    const first = await workshop.open(dataDir)
    await workshop.query(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const pid = postmasterPid(dataDir) ?? 0

    await Promise.all([first.release(), first.release()])

    await eventually(() => expectGone(pid))
    expect(postmasterPid(dataDir)).toBeUndefined()
    const second = await workshop.open(dataDir)
    expect(await workshop.query(second.connection, 'SELECT answer FROM kept')).toEqual([[42]])
  })

  it('moves a large log aside while the server runs, which goes on with a new one', async () => {
    const dataDir = await workshop.seededFolder()
    const log = join(dataDir, 'postgres.log')
    const { connection } = await workshop.open(dataDir)
    await appendFile(log, `${'x'.repeat(LOG_LIMIT_BYTES)}\n`)
    await expect(workshop.query(connection, 'SELECT 1 / 0')).rejects.toThrow()

    await eventually(async () => expect((await stat(log)).size).toBeLessThan(LOG_LIMIT_BYTES))

    await expect(workshop.query(connection, 'SELECT nothing')).rejects.toThrow()
    expect(await readFile(log, 'utf8')).toMatch(/^[^x]*column "nothing" does not exist/)
    expect(await readFile(`${log}.1`, 'utf8')).toMatch(/x\n.*division by zero/)
    expect((await readdir(dataDir)).filter((name) => name.includes('.part-'))).toEqual([])
  })

  it('puts the socket elsewhere when the path is too long for one', async () => {
    const dataDir = join(workshop.folder(), 'a-rather-long-name-'.repeat(6))

    const { connection } = await workshop.open(dataDir)

    expect(connection.host).toMatch(/^\/tmp\/fieldnote-[0-9a-f]{16}$/)
    expect(await workshop.query(connection, 'SELECT 1')).toEqual([[1]])
  })

  it.runIf(canActAsNobody)('serves root and the owner of the folder in turn', async () => {
    const dataDir = workshop.folder()
    await chown(dataDir, NOBODY, NOBODY)

    const outcomes = []
    for (const uid of [NOBODY, 0, NOBODY]) {
      const holder = workshop.hold(dataDir, { uid })
      outcomes.push(await holder.outcome)
      await holder.release()
    }

    expect(outcomes.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
  })

  it('starts over after an initdb that was killed half way', async () => {
    const dataDir = workshop.folder()
    const holder = workshop.hold(dataDir)
    const parts = async () => (await readdir(dataDir)).filter((name) => name.includes('.part-'))
    await vi.waitUntil(async () => existsSync(join(dataDir, (await parts())[0] ?? '?', 'base', '1')), {
      timeout: PATIENCE_MS,
      interval: 5,
    })
    await killHolder(holder)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

    const { connection } = await workshop.open(dataDir)

    expect(await workshop.query(connection, 'SELECT 1')).toEqual([[1]])
    expect(await parts()).toEqual([])
  })

  it('lets several processes make the database at the same time', async () => {
    const dataDir = workshop.folder()

    const holders = [workshop.hold(dataDir), workshop.hold(dataDir), workshop.hold(dataDir)]
    const outcomes = await Promise.all(holders.map((holder) => holder.outcome))

    expect(outcomes.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
    const [first, , third] = outcomes.map(({ open }) => open ?? {})
    await workshop.query(first ?? {}, 'CREATE TABLE shared AS SELECT 1 AS one')
    expect(await workshop.query(third ?? {}, 'SELECT one FROM shared')).toEqual([[1]])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log'])
  })
})

describe('refusing in one line', () => {
  const refusal = async (dataDir: string) => {
    const error = await workshop.open(dataDir).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(EmbeddedServerError)
    expect(error.message).not.toContain('\n')
    return error.message as string
  }

  it('a data folder that is a file', async () => {
    const file = join(workshop.folder(), 'file')
    await writeFile(file, '')

    expect(await refusal(file)).toMatch(/is a file .* choose another data folder, or set DATABASE_URL/)
    expect(await refusal(join(file, 'below'))).toMatch(/is a file or lies below one/)
  })

  it('a data folder that a link leads to, and that is not there', async () => {
    const link = join(workshop.folder(), 'disk')
    await symlink('/nowhere/mounted', link)

    expect(await refusal(link)).toMatch(/contains a link to a missing target: mount or create it/)
    expect(await refusal(join(link, 'data'))).toMatch(/contains a link to a missing target/)
  })

  it.runIf(existsSync('/proc/self'))('a data folder where none can be made', async () => {
    expect(await refusal('/proc/fieldnote/data')).toMatch(
      /^The data folder \/proc\/fieldnote\/data (cannot be used|is not writable)/,
    )
  })

  it('a database of another major version', async () => {
    const dataDir = workshop.folder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')

    expect(await refusal(dataDir)).toMatch(/was created by PostgreSQL 17, but this Fieldnote contains 18/)
  })

  it.runIf(isRoot)(
    'a disk that is full, on which the server could not even log that',
    async ({ onTestFinished, skip }) => {
      const disk = mountSmallDisk()
      if (!disk) return skip()
      onTestFinished(disk.close)
      const dataDir = join(disk.folder, 'data')
      await (await workshop.open(dataDir)).release()
      disk.fill()

      expect(await refusal(dataDir)).toMatch(
        /could not be started .*its disk is full: free some space and start again/,
      )

      disk.free()
      const { connection } = await workshop.open(dataDir)
      expect(await workshop.query(connection, 'SELECT 1')).toEqual([[1]])
      await workshop.clear() // before the disk goes
    },
  )

  it('a folder in the way that is no database', async () => {
    const dataDir = workshop.folder()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine')

    expect(await refusal(dataDir)).toMatch(/is not a PostgreSQL database/)
  })

  it.runIf(!isRoot)('a folder that this user cannot write', async () => {
    expect(await refusal('/fieldnote-nowhere')).toMatch(/is not writable by this user|read-only/)
  })

  it.runIf(canActAsNobody)('a database that another user made', async () => {
    const dataDir = workshop.folder()
    await chown(dataDir, NOBODY, NOBODY)
    await mkdir(join(dataDir, 'postgres'))
    const elsewhere = join(workshop.folder(), 'root-only')
    await mkdir(elsewhere, { mode: 0o700 })

    const owned = await workshop.hold(dataDir, { uid: NOBODY }).outcome
    const closed = await workshop.hold(elsewhere, { uid: NOBODY }).outcome

    expect(owned.error).toMatch(/belongs to user id 0, but Fieldnote runs as 65534: run it as the same user/)
    expect(closed.error).toMatch(/is not writable by this user/)
    expect([owned.expected, closed.expected]).toEqual([true, true])
  })
})
