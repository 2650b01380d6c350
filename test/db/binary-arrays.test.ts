// Arrays in binary arrive in the database as what they were, whatever is in them.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  byteStrings,
  integers,
  jsons,
  texts,
  timestamps,
  uuids,
} from '../../src/db/observations/binary-arrays.ts'
import { startService, type TestService } from '../service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})

/** What PostgreSQL reads, told as text, which the driver does not interpret. */
async function read(type: string, array: Buffer): Promise<(string | null)[]> {
  const { rows } = await service.db.query(
    `SELECT element::text FROM unnest($1::${type}[]) WITH ORDINALITY AS t (element, place) ORDER BY place`,
    [array],
  )
  return rows.map(({ element }) => element)
}

describe('an array in binary', () => {
  it('of texts is read as it was', async () => {
    const all = ['', 'a', null, 'é “x”\\ \n', '{"a": null}', '🧭'.repeat(3_000), '{,}', 'NULL', '']
    expect(await read('text', texts(all))).toEqual(all)
    expect(await read('text', texts(['half a \ud83e, then', 'more']))).toEqual([
      'half a \ufffd, then',
      'more',
    ])
  })

  it('of integers, bytes and JSON is read as it was', async () => {
    expect(await read('int', integers([0, -1, null, 2_147_483_647, -2_147_483_648]))).toEqual([
      '0',
      '-1',
      null,
      '2147483647',
      '-2147483648',
    ])
    expect(await read('bytea', byteStrings([Buffer.from([0, 92, 255]), null, Buffer.alloc(0)]))).toEqual([
      '\\x005cff',
      null,
      '\\x',
    ])
    expect(await read('json', jsons(['{"a": "é"}', null, '[1,  2]']))).toEqual([
      '{"a": "é"}',
      null,
      '[1,  2]',
    ])
  })

  it('of times is read to the millisecond, long before and after 2000', async () => {
    const times = [
      '0001-01-01T00:00:00.001Z',
      '1890-03-14T09:26:53.589Z',
      '1999-12-31T23:59:59.999Z',
      '2000-01-01T00:00:00.000Z',
      '2026-11-19T04:20:11.001Z',
      '5000-06-01T12:00:00.001Z',
      '9999-12-31T23:59:59.999Z',
    ]
    const { rows } = await service.db.query('SELECT unnest($1::timestamptz[]) AS time', [
      timestamps([...times.map((time) => new Date(time)), null]),
    ])
    expect(rows.map(({ time }) => time?.toISOString() ?? null)).toEqual([...times, null])
  })

  it('of UUIDs is read as it was', async () => {
    const ids = ['5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b', '00000000-0000-0000-0000-000000000000', null]
    expect(await read('uuid', uuids(ids))).toEqual(ids)
    expect(await read('uuid', uuids([ids[0]?.toUpperCase() ?? '']))).toEqual([ids[0]])
  })

  it.each([
    ['a UUID', () => uuids([''])],
    ['a UUID', () => uuids(['5f2b6c1e'])],
    ['a UUID', () => uuids(['5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5g'])],
    ['a UUID', () => uuids(['5f2b6c1e-3d0a-4a77-9c55-8f1f2e3d4c5b0'])],
    ['a 32-bit integer', () => integers([1.5])],
    ['a 32-bit integer', () => integers([2 ** 31])],
    ['a 32-bit integer', () => integers([Number.NaN])],
    ['a time', () => timestamps([new Date('never')])],
  ])('refuses what is not %s, as PostgreSQL would', (what, write) => {
    expect(write).toThrow(expect.objectContaining({ code: '22P03', message: expect.stringContaining(what) }))
  })

  it('of nothing is empty', async () => {
    expect(await read('text', texts([]))).toEqual([])
  })
})
