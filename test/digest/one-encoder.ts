// One encoder for all test files of a process: it takes a second to load, a note takes 18 ms, and many files digest the
// same notes.
import { createEmbedPool, type EmbedPool } from '../../src/digest/encode/embed-pool.ts'

const vectorOf = new Map<string, Float32Array>()
let pool: EmbedPool | undefined

export const sharedEncoder: EmbedPool = {
  async embed(texts) {
    pool ??= createEmbedPool({ threads: 1 })
    const missing = texts.filter((text) => !vectorOf.has(text))
    if (missing.length > 0)
      for (const [at, vector] of (await pool.embed(missing)).entries())
        vectorOf.set(missing[at] as string, vector)
    return texts.map((text) => (vectorOf.get(text) as Float32Array).slice())
  },
  /** Its thread ends by itself when it has nothing to do, and keeps no process alive. */
  close: async () => {},
}
