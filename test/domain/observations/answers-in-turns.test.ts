// However many posts are stored at once, their callers are not all answered in one turn of the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { answerInTurns } from '../../../src/domain/observations/answer-posts.ts'

/** `give(project, posts, observations)` is a group whose posts note whom they were answered for. */
function answering(perTurn: number) {
  const given: string[] = []
  const answer = answerInTurns(() => perTurn)
  const give = (project: string, posts: number, observations = 1) =>
    answer(Array.from({ length: posts }, () => ({ observations, give: () => void given.push(project) })))
  return { given, give }
}

const next = async (given: string[]): Promise<string> => {
  const before = given.length
  await nextTurn()
  return given.slice(before).join('')
}

it.each([
  [1, [24, 24, 12], 60],
  [8, [3, 3, 1], 7],
  [50, [1, 1, 1], 3],
])('posts of %i observations: %j at a time', async (observations, together, posts) => {
  const { given, give } = answering(24)

  give('a', posts, observations)

  const counts = [given.length]
  while (given.length < posts) counts.push((await next(given)).length)
  expect(counts).toEqual(together)
})

it('shares each turn between the groups that wait', async () => {
  const { given, give } = answering(4)

  give('a', 9)
  give('b', 5)

  expect(given.join('')).toBe('aaaab')
  expect(await next(given)).toBe('abab')
  expect(await next(given)).toBe('abab')
  expect(await next(given)).toBe('a')
})

it('answers the first of a group at once, however many of others wait', async () => {
  const { given, give } = answering(2)
  give('a', 6)
  await nextTurn()

  give('b', 1)

  expect(given.join('')).toBe('aaaab')
  expect(await next(given)).toBe('aa')
})

it('answers as many again in a later turn', async () => {
  const { given, give } = answering(3)
  give('a', 3)
  await nextTurn()

  give('b', 4)

  expect(given.join('')).toBe('aaabbb')
  expect(await next(given)).toBe('b')
})
