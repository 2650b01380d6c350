// How long tests wait for what must come: many times what it takes, as other work on the machine must not fail them.
// What comes sooner is noticed sooner.

/** For one condition. */
export const PATIENCE_MS = 60_000

/** For a test, and for making ready what it needs. */
export const TEST_MS = 3 * PATIENCE_MS
export const HOOK_MS = 5 * PATIENCE_MS
