// The one clock of the tests: it spreads kills over moments that no condition names, and posts over time. Whoever waits
// for something waits on that (see eventually.ts).

export const pass = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
