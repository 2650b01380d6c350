// Defines `navigator.userAgent`, as Node does by itself from version 21 on. Without it, `pg` finds out what it runs on by making a
// Response, which loads all of Node's fetch: 30 ms of each start, of the service and of the digest's thread. Has to be imported
// before anything else.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
  })
