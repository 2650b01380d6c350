// Questions to a model, a few at a time: it answers them side by side.

const AT_ONCE = 4

/**
 * The first error ends it, once what is under way has ended.
 * @param isTried one is to be asked alone first: whether the others are asked at all depends on what comes of it
 */
export async function fewAtOnce<T>(
  items: readonly T[],
  isTried: () => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  let failed = false
  const goOn = async () => {
    for (const item of waiting) {
      if (failed) return
      await work(item).catch((error) => {
        failed = true
        throw error
      })
    }
  }
  while (isTried()) {
    const next = waiting.next()
    if (next.done) return
    await work(next.value)
  }
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, goOn))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
}
