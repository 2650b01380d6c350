// Questions to a model, a few at a time: it answers them side by side, and a limit on its requests is not run into.

const AT_ONCE = 4

/** Works on each in turn. The first error ends it, once what is under way has ended. */
export async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
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
  const lanes = await Promise.allSettled(Array.from({ length: AT_ONCE }, goOn))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
}
