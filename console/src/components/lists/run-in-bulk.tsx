// The same action on many things, one after the other: says how far it is, can be stopped, and lists what failed.
import { Button, Group, List, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { formatNumber } from '../../format.ts'

type BulkWork<T> = {
  /** "Resolving issues" */
  doing: string
  items: readonly T[]
  action: (item: T) => Promise<unknown>
  nameOf: (item: T) => string
}

type Failure = { name: string; error: Error }

const LISTED = 5

/** Answers with the items that it was done to. */
export async function runInBulk<T>({ doing, items, action, nameOf }: BulkWork<T>): Promise<T[]> {
  const done: T[] = []
  const failures: Failure[] = []
  let stopped = false
  const progress = items.length > 1 ? showProgress(doing, items.length, () => (stopped = true)) : null
  for (const item of items) {
    if (stopped) break
    await action(item).then(
      () => done.push(item),
      (error: Error) => failures.push({ name: nameOf(item), error }),
    )
    progress?.update(done.length + failures.length)
  }
  progress?.hide()
  if (failures.length > 0) sayFailures(failures, items.length)
  return done
}

function showProgress(doing: string, total: number, stop: () => void) {
  const at = (count: number) => ({
    autoClose: false as const,
    withCloseButton: false,
    message: <BulkProgress doing={doing} count={count} total={total} stop={stop} />,
  })
  const id = notifications.show(at(0))
  return {
    update: (count: number) => void notifications.update({ id, ...at(count) }),
    hide: () => void notifications.hide(id),
  }
}

type BulkProgressProps = { doing: string; count: number; total: number; stop: () => void }

function BulkProgress({ doing, count, total, stop }: BulkProgressProps) {
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
        ? 'That did not work'
        : `${formatNumber(failures.length)} of ${formatNumber(total)} did not work`,
    message: (
      <>
        <List size="sm" spacing={2}>
          {failures.slice(0, LISTED).map(({ name, error }) => (
            <List.Item key={name} className="fn-break">
              {name}: {error.message}
            </List.Item>
          ))}
        </List>
        {failures.length > LISTED && <Text size="sm">and {formatNumber(failures.length - LISTED)} more</Text>}
      </>
    ),
  })
}
