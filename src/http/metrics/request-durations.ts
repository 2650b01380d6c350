// The histogram of request durations by method, route and status. prom-client sorts and joins the labels on every
// request; here a request costs one lookup and one count.
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const NAME = 'fieldnote_http_request_duration_seconds'
const HELP = 'Duration of HTTP requests by route; its count is the number of requests.'

export type RequestDurations = {
  observe(method: string, route: string, status: number, seconds: number): void
  /** In Prometheus text format. */
  render(): string
}

/** `counts[i]`: requests that took no longer than bucket i but longer than the one before; the last counts the rest. */
type Series = { labels: string; counts: number[]; sum: number }

export function createRequestDurations(): RequestDurations {
  const all = new Map<string, Series>()
  const seriesOf = (method: string, route: string, status: number): Series => {
    const place = `${status} ${method} ${route}`
    const existing = all.get(place)
    const series = existing ?? emptySeries(method, route, status)
    if (!existing) all.set(place, series)
    return series
  }
  return {
    observe: (method, route, status, seconds) => count(seriesOf(method, route, status), seconds),
    render: () =>
      [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`, ...[...all.values()].flatMap(linesOf), ''].join(
        '\n',
      ),
  }
}

function count(series: Series, seconds: number): void {
  const bucket = BUCKETS.findIndex((most) => seconds <= most)
  const at = bucket === -1 ? BUCKETS.length : bucket
  series.counts[at] = (series.counts[at] ?? 0) + 1
  series.sum += seconds
}

const emptySeries = (method: string, route: string, status: number): Series => ({
  labels: `method="${escaped(method)}",route="${escaped(route)}",status="${status}"`,
  counts: Array(BUCKETS.length + 1).fill(0),
  sum: 0,
})

const escaped = (label: string): string => label.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')

function linesOf({ labels, counts, sum }: Series): string[] {
  let upTo = 0
  const buckets = counts.map((count, at) => {
    upTo += count
    return `${NAME}_bucket{le="${BUCKETS[at] ?? '+Inf'}",${labels}} ${upTo}`
  })
  return [...buckets, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${upTo}`]
}
