// Group commit: posts that come at the same time are stored by one statement, with one commit. Nobody waits for company: a
// post that finds nothing under way is stored at once, and those that come meanwhile are the next group.
import { LIMITS } from '../../contract/limits.ts'
import { Refusal } from '../../contract/refusal.ts'
import { GROUPS_AT_ONCE } from '../../db/ingest-pool.ts'
import { insertPosts, type NewPost, type PostOutcome } from '../../db/observations/insert-posts.ts'
import type { Tx } from '../../db/pool.ts'

export type PostGroups = {
  /** Settles once the post is durable, or is known not to be stored. */
  store(post: NewPost): Promise<PostOutcome>
  status(): { waiting: number; underWay: number }
}

export type GroupLimits = {
  /** Observations, and characters of text, that one statement stores at most, unless a single post has more. */
  groupRows: number
  groupCharacters: number
  /** What may wait; beyond it callers are told to come again. */
  waitingPosts: number
  waitingCharacters: number
}

const GROUP_LIMITS: GroupLimits = {
  groupRows: 500,
  groupCharacters: 1_000_000,
  waitingPosts: 4_000,
  waitingCharacters: 64_000_000,
}

/** With so many observations waiting for each group under way, another group pays: fewer are better off together. */
const ROWS_FOR_ANOTHER = 16

type Waiting = {
  post: NewPost
  characters: number
  settle(outcome: PostOutcome): void
  fail(error: unknown): void
}

export function createPostGroups(tx: Tx, limits: GroupLimits = GROUP_LIMITS): PostGroups {
  const queue = createQueue(limits)
  let underWay = 0
  let due = false

  /** At the end of this turn of the event loop: whatever arrived in the same turn goes together. */
  const schedule = () => {
    if (due) return
    due = true
    setImmediate(() => {
      due = false
      start()
    })
  }
  const start = () => {
    while (!queue.isEmpty() && underWay < GROUPS_AT_ONCE && queue.rows() >= underWay * ROWS_FOR_ANOTHER) {
      underWay++
      const group = queue.takeGroup()
      void storeGroup(tx, group).finally(() => {
        underWay--
        queue.release(group)
        start()
      })
    }
  }
  return {
    store: (post) =>
      new Promise((settle, fail) => {
        queue.add({ post, characters: charactersOf(post), settle, fail })
        schedule()
      }),
    status: () => ({ waiting: queue.posts(), underWay }),
  }
}

/** Never fails: each caller is told its own outcome. */
async function storeGroup(tx: Tx, group: Waiting[]): Promise<void> {
  try {
    const posts = group.map(({ post }) => post)
    const outcomes = await insertPosts(tx, posts, expiredBefore(posts))
    for (const [place, { settle }] of group.entries()) settle(outcomes[place] as PostOutcome)
  } catch (error) {
    if (group.length === 1 || !isAboutRows(error)) for (const { fail } of group) fail(error)
    // Nothing of the group was stored. One of them cannot be: alone, it fails alone.
    else for (const one of group) await storeGroup(tx, [one])
  }
}

const expiredBefore = (posts: NewPost[]): Date =>
  new Date(Math.min(...posts.map(({ created_at }) => +created_at)) - LIMITS.idempotencyHours * 3_600_000)

/** The data was at fault (or a deadlock, which is over): not the server, which would fail for each of them again. */
const isAboutRows = (error: unknown): boolean =>
  /^(21|22|23|40|54)/.test((error as { code?: string }).code ?? '')

/** What waits, by project. Projects take turns, so that one that floods the service delays itself. */
function createQueue(limits: GroupLimits) {
  const projects = new Map<string, Waiting[]>()
  /** Posts behind another with the same idempotency key, which waits or is under way. */
  const behind = new Map<string, Waiting[]>()
  let posts = 0
  let rows = 0
  let characters = 0

  const enqueue = (one: Waiting) => {
    const own = projects.get(one.post.project_id)
    if (own) own.push(one)
    else projects.set(one.post.project_id, [one])
    rows += one.post.items.length
  }
  const isFull = (project: string): boolean => {
    if (posts >= 2 * limits.waitingPosts || characters >= limits.waitingCharacters) return true
    const others = projects.size + (projects.has(project) ? 0 : 1)
    return (
      posts >= limits.waitingPosts && (projects.get(project)?.length ?? 0) >= limits.waitingPosts / others
    )
  }
  return {
    posts: () => posts,
    rows: () => rows,
    isEmpty: () => projects.size === 0,
    add(one: Waiting) {
      if (isFull(one.post.project_id)) throw busy()
      posts++
      characters += one.characters
      const key = onceKey(one)
      const earlier = key === null ? undefined : behind.get(key)
      if (earlier) return void earlier.push(one)
      if (key !== null) behind.set(key, [])
      enqueue(one)
    },
    takeGroup(): Waiting[] {
      const group: Waiting[] = []
      let [groupRows, groupCharacters] = [0, 0]
      for (const [project, own] of projects) {
        const one = own[0] as Waiting
        const fits =
          groupRows + one.post.items.length <= limits.groupRows &&
          groupCharacters + one.characters <= limits.groupCharacters
        if (!fits && group.length > 0) break
        own.shift()
        projects.delete(project)
        if (own.length > 0) projects.set(project, own) // at the end: the others come first, this loop included
        group.push(one)
        groupRows += one.post.items.length
        groupCharacters += one.characters
      }
      posts -= group.length
      rows -= groupRows
      characters -= groupCharacters
      return group
    },
    /** Their idempotency keys are free for whoever is next. */
    release(group: Waiting[]) {
      for (const one of group) {
        const key = onceKey(one)
        if (key === null) continue
        const next = behind.get(key)?.shift()
        if (next) enqueue(next)
        else behind.delete(key)
      }
    },
  }
}

const onceKey = ({ post: { project_id, once } }: Waiting): string | null =>
  once && `${project_id} ${once.key}`

const charactersOf = ({ items }: NewPost): number =>
  items.reduce((sum, { title, description }) => sum + title.length + description.length, 0)

const busy = (): Refusal =>
  new Refusal(
    'unavailable',
    'the service is busy: more is being posted than it can store; try again shortly',
    {
      'Retry-After': '1',
    },
  )
