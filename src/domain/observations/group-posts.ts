// Group commit: posts that arrive while others of their project are being stored form the next group, stored by one
// statement and one commit. A post of a project with nothing under way does not wait.
import { Refusal } from '../../contract/refusal.ts'
import { isMissingReference } from '../../db/error-codes.ts'
import { GROUPS_AT_ONCE } from '../../db/ingest-pool.ts'
import { insertPosts, type NewPost, type PostOutcome } from '../../db/observations/insert-posts.ts'
import type { Tx } from '../../db/pool.ts'

export type PostGroups = {
  /** Resolves when the post is durable, or known not to be stored. */
  store(projectId: string, post: NewPost): Promise<PostOutcome>
  /** Throws when too many posts are waiting. Call it before the body is read. */
  requireCapacity(projectId: string): void
  hasCapacity(projectId: string): boolean
  /** `taken` is the number of posts since the process started. */
  status(): { waiting: number; underWay: number; taken: number }
}

type Waiting = { post: NewPost; size: number; settle(outcome: PostOutcome): void; fail(error: unknown): void }
type Queue = { posts: Waiting[]; size: number; underWay: number }

export type GroupLimits = {
  /** A group with this many observations is complete. The callers of a larger group would all be answered at once. */
  group: number
  /** How many observations may wait: about what is stored in a second. Beyond it, callers are asked to try again. */
  waiting: number
}
const GROUP_LIMITS: GroupLimits = { group: 128, waiting: 10_000 }
/** A longer observation counts as several. */
const USUAL_CHARACTERS = 4_000

export function createPostGroups(tx: Tx, limits = GROUP_LIMITS): PostGroups {
  /** Projects with posts waiting or under way; the one served longest ago comes first. */
  const queues = new Map<string, Queue>()
  let [size, underWay, taken] = [0, 0, 0]
  let isDue = false

  /**
   * At the limit, a project may still fill its own share of it, so that one project's flood does not lock out others.
   */
  const hasCapacity = (projectId: string): boolean => {
    const own = queues.get(projectId)
    return size < limits.waiting || (own?.size ?? 0) < limits.waiting / (queues.size + (own ? 0 : 1))
  }
  const requireCapacity = (projectId: string): void => {
    if (!hasCapacity(projectId)) throw BUSY
  }
  /**
   * A project's next group starts beside another only when it is complete, and a project uses at most half of the
   * connections.
   */
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
    requireCapacity,
    hasCapacity,
    store: async (projectId, post) => {
      requireCapacity(projectId)
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
        setImmediate(start) // posts of one turn of the event loop form one group
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

/** A second post with the same idempotency key, and every post after it, is left for a later group. */
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

/** Never rejects: settles each caller with its own outcome. */
async function storeGroup(tx: Tx, projectId: string, group: Waiting[]): Promise<() => void> {
  const posts = group.map(({ post }) => post)
  try {
    const outcomes = await insertPosts(tx, projectId, posts)
    return () => {
      for (const [place, { settle }] of group.entries()) settle(outcomes[place] as PostOutcome)
    }
  } catch (error) {
    // The project was deleted while its posts were being stored.
    if (isMissingReference(error)) return () => group.forEach(({ settle }) => void settle('refused'))
    if (group.length === 1 || !isAboutRows(error)) return () => group.forEach(({ fail }) => void fail(error))
    // One bad post fails the whole group, so each is tried alone, and only the bad one fails.
    const answers: (() => void)[] = []
    for (const one of group) answers.push(await storeGroup(tx, projectId, [one]))
    return () => answers.forEach((answer) => void answer())
  }
}

/**
 * True when the data caused the error, or a deadlock that is over. A fault of the server would fail each post again.
 */
const isAboutRows = (error: unknown): boolean =>
  /^(21|22|23|40|54)/.test((error as { code?: string }).code ?? '')

/** Created once, because most of the cost of a refusal is its stack trace, which nobody reads. */
const BUSY = new Refusal('unavailable', 'more is being posted than can be stored; try again shortly', {
  'Retry-After': '1',
})
