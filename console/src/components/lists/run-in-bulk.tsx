// Applies an action to many items: shows progress, can be stopped, and lists failures.
import { Button, Group, List, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '../../api.ts'
import { formatNumber } from '../../format.ts'

type BulkWork<T> = {
  /** "Moving observations" */
  doing: string
  items: readonly T[]
  action: (item: T) => Promise<unknown>
  /** For actions that one call applies to several items, all or none. */
  together?: { atOnce: number; run: (items: readonly T[]) => Promise<unknown> }
  nameOf: (item: T) => string
}

type Failure = { name: string; error: Error }
type Outcome<T> = { done: T[]; failures: Failure[] }
type BulkProgress = { advance: (count: number) => void; isStopped: () => boolean; hide: () => void }

const LISTED = 5

/** Returns the items that were changed. */
export async function runInBulk<T>(work: BulkWork<T>): Promise<T[]> {
  const { items, together } = work
  const batches = inBatches(items, together?.atOnce ?? 1)
  const progress = showProgress(work.doing, items.length, batches.length)
  const outcome: Outcome<T> = { done: [], failures: [] }
  for (const batch of batches) {
    if (progress.isStopped()) break
    const { done, failures } = await runBatch(batch, work)
    outcome.done.push(...done)
    outcome.failures.push(...failures)
    progress.advance(batch.length)
  }
  progress.hide()
  if (outcome.failures.length > 0) sayFailures(outcome.failures, items.length)
  return outcome.done
}

function inBatches<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  )
}

async function runBatch<T>(batch: readonly T[], work: BulkWork<T>): Promise<Outcome<T>> {
  if (!work.together || batch.length === 1) return runEach(batch, work)
  const error = await work.together.run(batch).then(
    () => null,
    (error: Error) => error,
  )
  if (error === null) return { done: [...batch], failures: [] }
  // One refused item stops all of a call. Retrying each alone shows which one, and changes the others.
  if (error instanceof ApiError && REFUSED.includes(error.status)) return runEach(batch, work)
  return { done: [], failures: batch.map((item) => ({ name: work.nameOf(item), error })) }
}

/** Not found, or in conflict with its current state. */
const REFUSED = [404, 409]

async function runEach<T>(items: readonly T[], { action, nameOf }: BulkWork<T>): Promise<Outcome<T>> {
  const outcome: Outcome<T> = { done: [], failures: [] }
  for (const item of items)
    await action(item).then(
      () => outcome.done.push(item),
      (error: Error) => outcome.failures.push({ name: nameOf(item), error }),
    )
  return outcome
}

/** One item shows no progress, one call has no steps, and many calls can be stopped. */
function showProgress(doing: string, total: number, calls: number): BulkProgress {
  if (total <= 1) return { advance: () => {}, isStopped: () => false, hide: () => {} }
  let count = 0
  let stopped = false
  const stop = () => {
    stopped = true
  }
  const notice = () =>
    calls === 1
      ? { loading: true, message: `${doing}…` }
      : { message: <ProgressBar doing={doing} count={count} total={total} stop={stop} /> }
  const fixed = { autoClose: false as const, withCloseButton: false }
  const id = notifications.show({ ...fixed, ...notice() })
  return {
    advance: (by) => {
      count += by
      notifications.update({ id, ...fixed, ...notice() })
    },
    isStopped: () => stopped,
    hide: () => void notifications.hide(id),
  }
}

type ProgressBarProps = { doing: string; count: number; total: number; stop: () => void }

function ProgressBar({ doing, count, total, stop }: ProgressBarProps) {
  return (
    <>
      <Group justify="space-between" wrap="nowrap" mb={6}>
        <Text size="sm" className="fn-number">
          {doing}: {formatNumber(count)} of {formatNumber(total)}
        </Text>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={stop}>
          Stop
        </Button>
      </Group>
      <Progress value={(100 * count) / total} size="sm" aria-label={doing} />
    </>
  )
}

function sayFailures(failures: Failure[], total: number): void {
  notifications.show({
    color: 'red',
    autoClose: false,
    title:
      total === 1
        ? 'Something went wrong'
        : `${formatNumber(failures.length)} of ${formatNumber(total)} failed`,
    message: (
      <>
        <List size="sm" spacing={2}>
          {failures.slice(0, LISTED).map(({ name, error }) => (
            <List.Item key={name} dir="auto" className="fn-break">
              {name}: {error.message}
            </List.Item>
          ))}
        </List>
        {failures.length > LISTED && <Text size="sm">and {formatNumber(failures.length - LISTED)} more</Text>}
      </>
    ),
  })
}
