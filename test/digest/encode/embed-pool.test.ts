import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmbedPool, type EmbedPool } from '../../../src/digest/encode/embed-pool.ts'

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array): number =>
    x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

describe('the embedding pool', () => {
  let pool: EmbedPool | undefined
  afterEach(() => pool?.close())

  it('answers in the order asked, across batches and threads', async () => {
    pool = createEmbedPool({ threads: 2 })
    const texts = Array.from({ length: 70 }, (_, i) => `The export of report number ${i} fails`)
    const together = await pool.embed(texts)
    const [alone] = await pool.embed([texts[41] ?? ''])
    expect(together).toHaveLength(70)
    expect(cosine(together[41] as Float32Array, alone as Float32Array)).toBeGreaterThan(0.9999)
  })

  it('gives every text a vector of length 1, whatever its language', async () => {
    pool = createEmbedPool({ threads: 1 })
    const vectors = await pool.embed([
      'The app crashes when I open it',
      "L'application plante à chaque fois que je l'ouvre depuis la mise à jour",
      'アプリが起動しない',
      '',
    ])
    expect(vectors.map((vector) => vector.length)).toEqual([384, 384, 384, 384])
    for (const vector of vectors) expect(vector.reduce((sum, one) => sum + one * one, 0)).toBeCloseTo(1, 4)
  })

  it('starts again after its threads ended for idleness', async () => {
    pool = createEmbedPool({ threads: 1, idleMilliseconds: 1 })
    const ended = new Promise((done) => process.once('worker', (thread: Worker) => thread.once('exit', done)))
    const [before] = await pool.embed(['dark mode'])
    await ended
    const [after] = await pool.embed(['dark mode'])
    expect(after).toEqual(before)
  })

  it('rejects the work of a thread that cannot start', async () => {
    pool = createEmbedPool({ threads: 1, threadFile: new URL('file:///nowhere/thread.js') })
    await expect(pool.embed(['x'])).rejects.toThrow()
  })

  it('rejects the work of a thread that does not answer, and ends it', async () => {
    const threadFile = new URL(`data:text/javascript,setInterval(() => {}, 1000)`)
    pool = createEmbedPool({ threads: 1, threadFile, answerMilliseconds: 20 })
    await expect(pool.embed(['x'])).rejects.toThrow('did not answer')
  })

  it('refuses work once closed', async () => {
    pool = createEmbedPool({ threads: 1 })
    await pool.close()
    await expect(pool.embed(['x'])).rejects.toThrow('closed')
  })
})
