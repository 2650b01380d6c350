// Posts that wait to be stored. Projects take turns, so that one that floods the service delays only itself, and there is a limit on
// how much may wait.
import { Refusal } from '../../contract/refusal.ts'
import type { NewPost, PostOutcome } from '../../db/observations/insert-posts.ts'

export type Waiting = { post: NewPost; settle(outcome: PostOutcome): void; fail(error: unknown): void }

export type QueueLimits = {
  /** Observations, and characters of text, that one statement stores at most, unless a single post has more. */
  groupRows: number
  groupCharacters: number
  /** While several projects call: to write a large group for the database takes so long that others would notice. */
  groupRowsAmongOthers: number
  /** How much may wait, in posts of usual length: about what is stored in a second. Beyond it, callers are told to try again. */
  waiting: number
}

export const QUEUE_LIMITS: QueueLimits = {
  groupRows: 500,
  groupCharacters: 1_000_000,
  groupRowsAmongOthers: 128,
  waiting: 1_000,
}
const USUAL_CHARACTERS = 16_000
const USUAL_ROWS = 10 // take about as long as two posts of one

export function createPostQueue(limits: QueueLimits) {
  const projects = new Map<string, Waiting[]>()
  /** By idempotency key: posts that have to wait until an earlier one with the same key is stored. */
  const behind = new Map<string, Waiting[]>()
  const room = createRoom(limits.waiting)
  let posts = 0
  let rows = 0

  const enqueue = (one: Waiting) => {
    const own = projects.get(one.post.project_id)
    if (own) own.push(one)
    else projects.set(one.post.project_id, [one])
    rows += one.post.items.length
  }
  const dequeue = (project: string, own: Waiting[]) => {
    const one = own.shift() as Waiting
    projects.delete(project)
    if (own.length > 0) projects.set(project, own) // at the end: the others come first
    posts--
    rows -= one.post.items.length
    room.leave(one.post)
  }
  return {
    posts: () => posts,
    rows: () => rows,
    isEmpty: () => projects.size === 0,
    /** Throws when there is no room. */
    add(one: Waiting): void {
      room.enter(one.post)
      posts++
      const key = onceKey(one.post)
      const earlier = key === null ? undefined : behind.get(key)
      if (earlier) return void earlier.push(one)
      if (key !== null) behind.set(key, [])
      enqueue(one)
    },
    /** Throws when there is no room for a post of this project. */
    requireRoom: room.require,
    hasRoom: room.has,
    /** As many posts as one statement stores, of the projects that may go. */
    takeGroup(isAmongOthers: boolean, mayGo: (project: string) => boolean = () => true): Waiting[] {
      const mostRows = isAmongOthers ? limits.groupRowsAmongOthers : limits.groupRows
      const group: Waiting[] = []
      let [groupRows, groupCharacters] = [0, 0]
      // A project that has more comes up again in the same loop, after the others.
      for (const [project, own] of projects) {
        if (!mayGo(project)) continue
        const one = own[0] as Waiting
        groupRows += one.post.items.length
        groupCharacters += charactersOf(one.post)
        const fits = groupRows <= mostRows && groupCharacters <= limits.groupCharacters
        if (!fits && group.length > 0) break
        dequeue(project, own)
        group.push(one)
      }
      return group
    },
    /** These posts are stored or have failed: the next post with the same idempotency key may go. */
    release(group: Waiting[]): void {
      for (const { post } of group) {
        const key = onceKey(post)
        if (key === null) continue
        const next = behind.get(key)?.shift()
        if (next) enqueue(next)
        else behind.delete(key)
      }
    },
  }
}

/** When the limit is reached, a project may still fill its own share of it, so that another's flood does not shut it out. */
function createRoom(limit: number) {
  const taken = new Map<string, number>()
  let total = 0
  const isFull = (project: string): boolean => {
    const share = limit / (taken.size + (taken.has(project) ? 0 : 1))
    return total >= 2 * limit || (total >= limit && (taken.get(project) ?? 0) >= share)
  }
  const change = ({ project_id }: NewPost, by: number) => {
    const now = (taken.get(project_id) ?? 0) + by
    if (now === 0) taken.delete(project_id)
    else taken.set(project_id, now)
    total += by
  }
  const require = (project: string, isLate = false): void => {
    if (isLate || isFull(project)) throw BUSY
  }
  return {
    require,
    has: (project: string): boolean => !isFull(project),
    enter(post: NewPost): void {
      require(post.project_id)
      change(post, weightOf(post))
    },
    leave: (post: NewPost): void => change(post, -weightOf(post)),
  }
}

/** A post of usual length counts as one; a long one, or one of many observations, as several. So memory and time are both limited. */
const weightOf = (post: NewPost): number =>
  Math.ceil(Math.max((charactersOf(post) + 1) / USUAL_CHARACTERS, post.items.length / USUAL_ROWS))

const charactersOf = ({ items }: NewPost): number =>
  items.reduce((sum, { title, description }) => sum + title.length + description.length, 0)

const onceKey = ({ project_id, once }: NewPost): string | null => once && `${project_id} ${once.key}`

/** Made once: most of the time of a refusal would go into the stack of its error, which nobody reads. */
const BUSY = new Refusal('unavailable', 'more is being posted than can be stored; try again shortly', {
  'Retry-After': '1',
})
