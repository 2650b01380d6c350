// The rows of a table as PostgreSQL's COPY writes them: one line of text each, whatever is in them.
import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { Table } from './catalog.ts'

export const copyOut = (client: pg.Client, { name, columns }: Table): Readable =>
  client.query(to(`COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`))

export const copyIn = (client: pg.Client, { name, columns }: Table): Writable =>
  client.query(from(`COPY ${name} (${columns.join(', ')}) FROM STDIN`))
