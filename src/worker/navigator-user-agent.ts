// Defines `navigator.userAgent`, which Node has from version 21 on. Without it, `pg` detects its runtime by making a
// Response, which loads all of Node's fetch: 30 ms of each start. Must be imported before anything else.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
  })
