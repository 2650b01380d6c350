// better-auth's adapter to our database, with session tokens stored as hashes, so that a copy of the database contains
// nothing to make a cookie from. better-auth has no setting for it.
import { createHash } from 'node:crypto'
import type { BetterAuthOptions } from '@better-auth/core'
import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../db/pool.ts'

/** What better-auth takes as its database. */
export function hashedSessions(db: Database): (options: BetterAuthOptions) => DBAdapter {
  const kysely = new Kysely<object>({ dialect: new PostgresDialect({ pool: db }) })
  const make = kyselyAdapter(kysely, { type: 'postgres', transaction: true })
  return (options) => {
    const adapter = make(options)
    return {
      ...hashing(adapter),
      transaction: (work) => adapter.transaction((tx) => work(hashing(tx))),
    }
  }
}

/** The same hash as in src/db/migrations/0050-0079/0065_hashed_sessions.sql. */
const stored = (token: string): string => createHash('sha256').update(token).digest('hex')

type Call = { model: string; where?: Where[] | undefined }

/**
 * The same adapter for callers that know a token: rows come back with the token they were asked for. Rows found
 * otherwise carry the hash, which opens nothing.
 */
function hashing<A extends DBTransactionAdapter>(adapter: A): A {
  return {
    ...adapter,
    create: (async (call: { model: string; data: Record<string, unknown> }) => {
      const { token } = call.data
      if (call.model !== 'session' || typeof token !== 'string') return adapter.create(call)
      const row = await adapter.create({ ...call, data: { ...call.data, token: stored(token) } })
      return { ...row, token }
    }) as A['create'],
    findOne: async <T>(call: Parameters<A['findOne']>[0]) =>
      withToken(await adapter.findOne<T>(hashed(call)), call),
    findMany: async <T>(call: Parameters<A['findMany']>[0]) =>
      (await adapter.findMany<T>(hashed(call))).map((row) => withToken(row, call)),
    count: (call) => adapter.count(hashed(call)),
    update: async <T>(call: Parameters<A['update']>[0]) =>
      withToken(await adapter.update<T>(hashed(call)), call),
    updateMany: (call) => adapter.updateMany(hashed(call)),
    delete: (call) => adapter.delete(hashed(call)),
    deleteMany: (call) => adapter.deleteMany(hashed(call)),
    consumeOne: async <T>(call: Parameters<A['consumeOne']>[0]) =>
      withToken(await adapter.consumeOne<T>(hashed(call)), call),
    incrementOne: async <T>(call: Parameters<A['incrementOne']>[0]) =>
      withToken(await adapter.incrementOne<T>(hashed(call)), call),
  }
}

const isToken = ({ field }: Where): boolean => field === 'token'

function hashed<C extends Call>(call: C): C {
  if (call.model !== 'session' || !call.where?.some(isToken)) return call
  return { ...call, where: call.where.map((term) => (isToken(term) ? hashedTerm(term) : term)) }
}

function hashedTerm(term: Where): Where {
  const { value } = term
  if (typeof value === 'string') return { ...term, value: stored(value) }
  if (Array.isArray(value)) return { ...term, value: value.map((token) => stored(String(token))) }
  return term
}

function withToken<T>(row: T, { model, where = [] }: Call): T {
  if (model !== 'session' || row === null) return row
  const sought = where.filter(isToken).flatMap(({ value }) => value)
  const token = sought.find((known) => stored(String(known)) === (row as { token?: string }).token)
  return token === undefined ? row : { ...row, token }
}
