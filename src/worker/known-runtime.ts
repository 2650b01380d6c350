// Says what runs this program, as Node does from version 21 on. Where nothing says so, `pg` finds out by making a Response, which
// loads all of Node's fetch: 30 ms of a start, in the service and in the digest's thread. To be imported before anything else.
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: `Node.js/${process.versions.node.split('.')[0]}` },
    configurable: true,
  })
