// Group commit: posts of a project that come while others of it are being stored are the next group, stored by one statement with
// one commit. A post that finds nothing of its project under way waits for nobody.
import { Refusal } from '../../contract/refusal.ts'
import { isMissingReference } from '../../db/error-codes.ts'
import { GROUPS_AT_ONCE } from '../../db/ingest-pool.ts'
import { insertPosts, type NewPost, type PostOutcome } from '../../db/observations/insert-posts.ts'
import type { Tx } from '../../db/pool.ts'

export type PostGroups = {
  /** Settles once the post is durable, or is known not to be stored. */
  store(projectId: string, post: NewPost): Promise<PostOutcome>
  /** Throws when too many posts wait already. To be called before the body is read. */
  requireRoom(projectId: string): void
  hasRoom(projectId: string): boolean
  /** `taken`: how many posts have come since the process started. */
  status(): { waiting: number; underWay: number; taken: number }
}

type Waiting = { post: NewPost; size: number; settle(outcome: PostOutcome): void; fail(error: unknown): void }
type Queue = { posts: Waiting[]; size: number; underWay: number }

export type GroupLimits = {
  /** A group is complete with so many observations: the callers of a larger one would all be answered at once, and others wait. */
  group: number
  /** How many may wait: about what is stored in a second. Beyond it, callers are told to try again. */
  waiting: number
}
const GROUP_LIMITS: GroupLimits = { group: 128, waiting: 10_000 }
/** A longer observation counts as several. */
const USUAL_CHARACTERS = 4_000

export function createPostGroups(tx: Tx, limits = GROUP_LIMITS): PostGroups {
  /** Of each project with anything waiting or under way; the project that was served longest ago comes first. */
  const queues = new Map<string, Queue>()
  let [size, underWay, taken] = [0, 0, 0]
  let isDue = false

  /** When the limit is reached, a project may still fill its own share of it, so that another's flood does not shut it out. */
  const hasRoom = (projectId: string): boolean => {
    const own = queues.get(projectId)
    return size < limits.waiting || (own?.size ?? 0) < limits.waiting / (queues.size + (own ? 0 : 1))
  }
  const requireRoom = (projectId: string): void => {
    if (!hasRoom(projectId)) throw BUSY
  }
  /** Beside another group of the project only as a complete one, and however much it sends, half of the connections are left to others. */
  const mayStart = ({ posts, size: own, underWay: ofProject }: Queue): boolean =>
    ofProject === 0 ? posts.length > 0 : own >= limits.group && ofProject < GROUPS_AT_ONCE / 2
  const start = (): void => {
    isDue = false
    for (const [projectId, queue] of queues) {
      if (underWay >= GROUPS_AT_ONCE) return
      if (mayStart(queue)) void run(projectId, queue)
    }
  }
  const run = async (projectId: string, queue: Queue): Promise<void> => {
    queues.delete(projectId)
    queues.set(projectId, queue)
    queue.underWay++
    underWay++
    const group = takeGroup(queue, limits.group)
    size -= sizeOf(group)
    const answer = await storeGroup(tx, projectId, group)
    queue.underWay--
    underWay--
    if (queue.posts.length + queue.underWay === 0) queues.delete(projectId)
    start() // the database stores the next group while the callers of this one are answered
    answer()
  }
  return {
    requireRoom,
    hasRoom,
    store: async (projectId, post) => {
      requireRoom(projectId)
      taken++
      const queue = queues.get(projectId) ?? { posts: [], size: 0, underWay: 0 }
      queues.set(projectId, queue)
      return new Promise((settle, fail) => {
        const waiting = { post, size: weightOf(post), settle, fail }
        queue.posts.push(waiting)
        queue.size += waiting.size
        size += waiting.size
        if (isDue || !mayStart(queue)) return
        isDue = true
        setImmediate(start) // so that the few that came in the same turn of the event loop go together
      })
    },
    status: () => ({
      waiting: [...queues.values()].reduce((sum, { posts }) => sum + posts.length, 0),
      underWay,
      taken,
    }),
  }
}

const sizeOf = (posts: Waiting[]): number => posts.reduce((sum, { size }) => sum + size, 0)

const weightOf = ({ items }: NewPost): number =>
  items.reduce(
    (sum, { title, description }) =>
      sum + Math.ceil((title.length + description.length + 1) / USUAL_CHARACTERS),
    0,
  )

/** The second post under one idempotency key is left for a later group, with all that came after it. */
function takeGroup(queue: Queue, limit: number): Waiting[] {
  const keys = new Set<string>()
  let [count, size] = [0, 0]
  for (const { post, size: own } of queue.posts) {
    if (size >= limit || (post.once && keys.has(post.once.key))) break
    if (post.once) keys.add(post.once.key)
    count++
    size += own
  }
  queue.size -= size
  return queue.posts.splice(0, count)
}

/** Never fails: answers each caller with its own outcome. */
async function storeGroup(tx: Tx, projectId: string, group: Waiting[]): Promise<() => void> {
  const posts = group.map(({ post }) => post)
  try {
    const outcomes = await insertPosts(tx, projectId, posts)
    return () => {
      for (const [place, { settle }] of group.entries()) settle(outcomes[place] as PostOutcome)
    }
  } catch (error) {
    // The project went while its posts were stored.
    if (isMissingReference(error)) return () => group.forEach(({ settle }) => void settle('refused'))
    if (group.length === 1 || !isAboutRows(error)) return () => group.forEach(({ fail }) => void fail(error))
    // Nothing of the group was stored, because one of its posts cannot be. Each is tried alone, so that only that one fails.
    const answers: (() => void)[] = []
    for (const one of group) answers.push(await storeGroup(tx, projectId, [one]))
    return () => answers.forEach((answer) => void answer())
  }
}

/** True when the data was at fault, or a deadlock, which is over; trouble of the server itself would fail each post again. */
const isAboutRows = (error: unknown): boolean =>
  /^(21|22|23|40|54)/.test((error as { code?: string }).code ?? '')

/** Made once: most of the time of a refusal would go into the stack of its error, which nobody reads. */
const BUSY = new Refusal('unavailable', 'more is being posted than can be stored; try again shortly', {
  'Retry-After': '1',
})
