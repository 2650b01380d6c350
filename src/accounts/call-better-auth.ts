// better-auth uses AsyncLocalStorage, which Node 20 implements with a hook on every promise of the process: after one
// visit to the console, every post of an agent would cost more. So its storages are disabled after the last call.

let underWay = 0

/** Every call into better-auth goes through here. */
export async function callBetterAuth<T>(call: () => Promise<T>): Promise<T> {
  underWay++
  try {
    return await call()
  } finally {
    underWay--
    if (underWay === 0) await switchOff()
  }
}

async function switchOff(): Promise<void> {
  const context = await import('@better-auth/core/context')
  const storages = await Promise.all([
    context.getCurrentAuthContextAsyncLocalStorage(),
    context.getCurrentDBAdapterAsyncLocalStorage(),
    context.getRequestStateAsyncLocalStorage(),
  ])
  if (underWay === 0) for (const storage of storages) storage.disable()
}
