// However many posts one statement stores, their callers are not all answered in one turn of the event loop.
import { expect, it } from 'vitest'
import type { NewPost } from '../../../src/db/observations/insert-posts.ts'
import { createPostGroups } from '../../../src/domain/observations/group-posts.ts'
import { readBatch } from '../../../src/domain/observations/post-observations.ts'
import { batch, startService, type TestService } from '../../service.ts'

const ITEM = { title: 'Export stops early', description: 'Only 10,000 of 14,200 rows arrived.' }

const postOf = ({ deps, projectId }: TestService, observations: number): NewPost => ({
  ...readBatch(deps, {
    projectId,
    source: 'rest',
    batch: batch({ observations: Array(observations).fill(ITEM) }),
  }).rows,
  key_id: null,
  once: null,
})

it.each([
  [1, [24, 24, 12], 60],
  [8, [3, 3, 1], 7],
  [50, [1, 1, 1], 3],
])('posts of %i observations: %j at a time', async (observations, together, count) => {
  const service = await startService()
  const { store } = createPostGroups(service.db)
  let [turn, over] = [0, false]
  const next = () => {
    turn++
    if (!over) setImmediate(next)
  }
  setImmediate(next)

  const turns = await Promise.all(
    Array.from({ length: count }, () => store(postOf(service, observations)).then(() => turn)),
  )

  over = true
  const counts = new Map<number, number>()
  for (const at of turns) counts.set(at, (counts.get(at) ?? 0) + 1)
  expect([...counts.values()]).toEqual(together)
  expect(await service.count('observation')).toBe(count * observations)
})
