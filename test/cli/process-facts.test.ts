import { expect, it } from 'vitest'
import { newId } from '../../src/process-facts.ts'

it('makes ids that are UUIDs of version 7, each once, in the order made', () => {
  const ids = Array.from({ length: 5_000 }, newId) // more than one millisecond, and one pool of random bytes

  const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(ids.filter((id) => !pattern.test(id))).toEqual([])
  expect(ids).toEqual([...new Set(ids)].sort())
  const [made] = ids as [string]
  expect(Math.abs(Number.parseInt(made.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(
    3_600_000,
  )
})
