// Group commit: posts that come at the same time are stored by one statement, with one commit. No post waits for others to join
// it: one that finds nothing of its project under way is stored at once, and those that come meanwhile form the next group.
import { HOUR_MS } from '../../contract/date-time.ts'
import { LIMITS } from '../../contract/limits.ts'
import { GROUPS_AT_ONCE } from '../../db/ingest-pool.ts'
import { insertPosts, type NewPost, type PostOutcome } from '../../db/observations/insert-posts.ts'
import type { Tx } from '../../db/pool.ts'
import { watchOtherCallers } from '../other-callers.ts'
import { type Answer, answerInTurns } from './answer-posts.ts'
import { createPostQueue, QUEUE_LIMITS, type Waiting } from './post-queue.ts'

export type PostGroups = {
  /** Settles once the post is durable, or is known not to be stored. */
  store(post: NewPost): Promise<PostOutcome>
  /** Throws when too many posts wait already, or this one has waited too long for its turn. To be called before the body is read. */
  requireRoom(projectId: string, isLate?: boolean): void
  hasRoom(projectId: string): boolean
  /** `taken`: how many posts have come since the process started. */
  status(): { waiting: number; underWay: number; taken: number }
}

/** This many observations are a group at once: the database stores them while the rest of this turn is still being read. Another
 * group is started when as many wait for each that is under way; fewer are cheaper to store together, … */
const ROWS_FOR_ANOTHER = 32
/** … unless the last group has been under way for this long, because it is large or waits for a lock. */
const SLOW_MS = 10

export function createPostGroups(tx: Tx, limits = QUEUE_LIMITS): PostGroups {
  const queue = createPostQueue(limits)
  const busy = countProjects()
  const others = watchOtherCallers()
  const answer = answerInTurns(() => ANSWERED_AT_ONCE[others.call() ? 'amongOthers' : 'alone'])
  let underWay = 0
  let isOtherUnderWay = false
  let taken = 0
  let lastStart = 0
  let due = false
  let later: NodeJS.Timeout | undefined

  /** At the end of this turn of the event loop, so that the few that arrived in the same turn go together. */
  const schedule = () => {
    if (due) return
    due = true
    setImmediate(() => {
      due = false
      start()
    })
  }
  const areEnough = () => queue.rows() >= Math.max(1, underWay) * ROWS_FOR_ANOTHER
  const isWorthwhile = () => underWay === 0 || areEnough() || performance.now() - lastStart >= SLOW_MS
  const start = () => {
    clearTimeout(later)
    startOther()
    while (!queue.isEmpty() && underWay < GROUPS_AT_ONCE && isWorthwhile()) startUsual()
    if (!queue.isEmpty() && underWay < GROUPS_AT_ONCE) later = setTimeout(start, SLOW_MS)
  }
  const startUsual = () => {
    underWay++
    lastStart = performance.now()
    run(queue.takeGroup(others.call()), () => underWay--)
  }
  /** One place is reserved for a group of projects that have nothing under way, however much others send. */
  const startOther = () => {
    if (underWay === 0 || isOtherUnderWay) return
    const group = queue.takeGroup(others.call(), (project) => !busy.has(project))
    if (group.length === 0) return
    isOtherUnderWay = true
    run(group, () => {
      isOtherUnderWay = false
    })
  }
  const run = (group: Waiting[], ended: () => void) => {
    busy.add(group)
    void storeGroup(tx, group, answer).finally(() => {
      ended()
      busy.remove(group)
      queue.release(group)
      start()
    })
  }
  return {
    store: (post) =>
      new Promise((settle, fail) => {
        queue.add({ post, settle, fail })
        others.note(post.project_id)
        taken++
        if (underWay < GROUPS_AT_ONCE && areEnough()) start()
        else schedule()
      }),
    requireRoom: queue.requireRoom,
    hasRoom: queue.hasRoom,
    status: () => ({ waiting: queue.posts(), underWay: underWay + Number(isOtherUnderWay), taken }),
  }
}

/** In how many groups under way each project has posts. */
function countProjects() {
  const groups = new Map<string, number>()
  const projectsOf = (group: Waiting[]) => new Set(group.map(({ post }) => post.project_id))
  return {
    has: (project: string): boolean => groups.has(project),
    add(group: Waiting[]): void {
      for (const project of projectsOf(group)) groups.set(project, (groups.get(project) ?? 0) + 1)
    },
    remove(group: Waiting[]): void {
      for (const project of projectsOf(group)) {
        const left = (groups.get(project) ?? 0) - 1
        if (left > 0) groups.set(project, left)
        else groups.delete(project)
      }
    },
  }
}

/** Observations whose posts are answered in one turn of the event loop. With more, others wait; with fewer, the next group is small. */
const ANSWERED_AT_ONCE = { alone: 48, amongOthers: 16 }

/** Never fails: each caller is told its own outcome. */
async function storeGroup(tx: Tx, group: Waiting[], answer: (answers: Answer[]) => void): Promise<void> {
  try {
    const posts = group.map(({ post }) => post)
    const outcomes = await insertPosts(tx, posts, expiredBefore(posts))
    answer(
      group.map(({ post, settle }, place) => ({
        observations: post.items.length,
        give: () => settle(outcomes[place] as PostOutcome),
      })),
    )
  } catch (error) {
    if (group.length === 1 || !isAboutRows(error)) for (const { fail } of group) fail(error)
    // Nothing of the group was stored, because one of its posts cannot be. Each is tried alone, so that only that one fails.
    else for (const one of group) await storeGroup(tx, [one], answer)
  }
}

const expiredBefore = (posts: NewPost[]): Date =>
  new Date(
    Math.min(...posts.map(({ created_at }) => created_at.getTime())) - LIMITS.idempotencyHours * HOUR_MS,
  )

/** True when the data was at fault, or a deadlock, which is over; trouble of the server itself would fail each post again. */
const isAboutRows = (error: unknown): boolean =>
  /^(21|22|23|40|54)/.test((error as { code?: string }).code ?? '')
