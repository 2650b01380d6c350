// Calls back when a query starts and ends on a pool's connection. Every query passes here: ours, better-auth's, and the
// pool's own with callbacks.
import type pg from 'pg'

export type QueryWatcher = {
  asked?(client: pg.PoolClient): void
  answered(client: pg.PoolClient, error?: unknown): void
}

export function watchQueries(pool: pg.Pool, watcher: QueryWatcher): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...question: unknown[]) => unknown
    const watched = (...question: unknown[]): unknown => {
      watcher.asked?.(client)
      const callback = question.at(-1)
      if (typeof callback !== 'function') {
        const answer = query(...question) as Promise<unknown>
        answer.then(
          () => watcher.answered(client),
          (error) => watcher.answered(client, error),
        )
        return answer
      }
      return query(...question.slice(0, -1), (error: unknown, result: unknown) => {
        watcher.answered(client, error)
        callback(error, result)
      })
    }
    client.query = watched as typeof client.query
  })
}
