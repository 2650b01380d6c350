// better-auth carries its state with AsyncLocalStorage, which older Nodes follow by a hook on every promise of the process: after
// one visit to the console each post of an agent took a twentieth more. So its storages are switched off after the last call.

let underWay = 0

/** The one way into better-auth. */
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
