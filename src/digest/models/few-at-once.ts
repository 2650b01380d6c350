// Asks a model several questions in parallel, with a limit.

const AT_ONCE = 4

/**
 * The first error ends it, after the questions under way have ended.
 * @param isTried one question is asked alone first; the others depend on its result
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
