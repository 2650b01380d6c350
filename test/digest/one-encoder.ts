// One encoder for all test files of a process: it takes a second to load, a note takes 18 ms, and many files digest the
// same notes. What one process has made a vector of, the others of the run read from its file.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createEmbedPool, type EmbedPool } from '../../src/digest/encode/embed-pool.ts'

/** Longer than a run: to start its thread again takes 0.4 s of processor time. */
const IDLE_MS = 3_600_000

const vectorOf = new Map<string, Float32Array>()
let pool: EmbedPool | undefined

export const sharedEncoder: EmbedPool = {
  async embed(texts) {
    for (const text of texts) if (!vectorOf.has(text)) readKept(text)
    const missing = texts.filter((text) => !vectorOf.has(text))
    if (missing.length > 0) {
      pool ??= createEmbedPool({ threads: 1, idleMilliseconds: IDLE_MS })
      for (const [at, vector] of (await pool.embed(missing)).entries()) keep(missing[at] as string, vector)
    }
    return texts.map((text) => (vectorOf.get(text) as Float32Array).slice())
  },
  /** Its thread keeps no process alive while it has nothing to do. */
  close: async () => {},
}

const fileOf = (text: string): string =>
  join(inject('vectors'), createHash('sha256').update(text).digest('hex'))

function readKept(text: string): void {
  const file = fileOf(text)
  if (existsSync(file)) vectorOf.set(text, new Float32Array(new Uint8Array(readFileSync(file)).buffer))
}

function keep(text: string, vector: Float32Array): void {
  vectorOf.set(text, vector)
  const file = fileOf(text)
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, vector)
  renameSync(unfinished, file) // whole, or not there: another process may look for it now
}
