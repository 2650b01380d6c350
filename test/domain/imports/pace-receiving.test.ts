// Files that are received make way for posts: by a clock that the test moves.
import { beforeEach, describe, expect, it } from 'vitest'
import { paceReceiving } from '../../../src/domain/imports/pace-receiving.ts'

let time: number
let rests: number[]
let posts: { waiting: number; underWay: number; taken: number }
beforeEach(() => {
  time = 0
  rests = []
  posts = { waiting: 0, underWay: 0, taken: 0 }
})

const clock = {
  now: () => time,
  async rest(milliseconds: number) {
    rests.push(milliseconds)
    time += milliseconds
  },
}
const receiving = () => paceReceiving({ status: () => ({ ...posts }) }, clock)

/** A step that takes so long, while so many posts come. */
const working = (milliseconds: number, came: number) => async () => {
  time += milliseconds
  posts.taken += came
}

describe('a file that is received', () => {
  it('goes on without a rest while nobody posts', async () => {
    const file = receiving().open()

    for (let i = 0; i < 3; i++) await file.step(working(20, 0))

    expect(rests).toEqual([])
  })

  it('takes an eighth of the time while posts come', async () => {
    const file = receiving().open()

    for (let i = 0; i < 3; i++) await file.step(working(20, 2))

    expect(rests).toEqual([140, 140, 140])
  })

  it.each([{ underWay: 1 }, { waiting: 1 }])(
    'makes way for posts that came before its step: %o',
    async (busy) => {
      const file = receiving().open()
      posts = { ...posts, ...busy }

      await file.step(working(20, 0))

      expect(rests).toEqual([140])
    },
  )

  it('does not rest for posts that came while it waited for the sender', async () => {
    const file = receiving().open()
    await file.step(working(20, 0))
    posts.taken += 5

    await file.step(working(20, 0))

    expect(rests).toEqual([])
  })

  it('shares the time of one with others, as long as they come', async () => {
    const pace = receiving()
    const [one, other] = [pace.open(), pace.open()]

    await one.step(working(20, 1))
    other.close()
    await one.step(working(20, 1))

    expect(rests).toEqual([280, 140])
  })

  it('rests five seconds at most after a step that waited for a lock', async () => {
    const file = receiving().open()

    await file.step(working(3_000, 1))

    expect(rests).toEqual([5_000])
  })

  it('rests half an hour at most in all, so that its request ends in time', async () => {
    const file = receiving().open()

    for (let i = 0; i < 600; i++) await file.step(working(500, 1))

    expect(rests).toHaveLength(Math.ceil(1_800 / 3.5))
  })

  it('fails at once with a step that failed', async () => {
    const file = receiving().open()
    const failing = async () => {
      posts.taken++
      throw new Error('gone')
    }

    await expect(file.step(failing)).rejects.toThrow('gone')

    expect(rests).toEqual([])
  })
})
