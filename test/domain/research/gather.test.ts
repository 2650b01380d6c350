// Lookups that come at the same time are one question to the database.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { gather } from '../../../src/domain/gather.ts'

/** Answers each number with its double, when told; `asked` holds how many were asked together. */
function doubling() {
  const asked: number[] = []
  const open: (() => void)[] = []
  const double = gather(async (numbers: number[]) => {
    asked.push(numbers.length)
    await new Promise<void>((answer) => open.push(answer))
    return numbers.map((number) => 2 * number)
  })
  const answer = async () => {
    open.shift()?.()
    await nextTurn()
  }
  const ask = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => double(n)))
  return { asked, answer, ask }
}

it('asks once for all who ask in the same turn of the event loop, each answered with its own', async () => {
  const { asked, answer, ask } = doubling()

  const answers = ask(3)
  expect(asked).toEqual([])
  await nextTurn()
  await answer()

  expect(await answers).toEqual([0, 2, 4])
  expect(asked).toEqual([3])
})

it('asks as soon as there are enough, while others are still read', async () => {
  const { asked, answer, ask } = doubling()

  const answers = ask(40)
  expect(asked).toEqual([32])
  await nextTurn()
  expect(asked).toEqual([32, 8])
  await answer()
  await answer()

  expect(await answers).toEqual(Array.from({ length: 40 }, (_, n) => 2 * n))
})

it('asks two questions at a time; who comes meanwhile is in the next', async () => {
  const { asked, answer, ask } = doubling()

  const answers = ask(100)
  await nextTurn()
  expect(asked).toEqual([32, 32])
  await answer()
  expect(asked).toEqual([32, 32, 36])
  await answer()
  await answer()

  expect(await answers).toHaveLength(100)
})

it('tells all of a question that failed, and goes on with the next', async () => {
  const fail = [true, false]
  const double = gather(async (numbers: number[]) => {
    if (fail.shift()) throw new Error('the database is away')
    return numbers.map((number) => 2 * number)
  })

  const first = await Promise.allSettled([double(1), double(2)])

  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await double(3)).toBe(6)
})
