// Runs for each test file: closes what the file opened, and keeps what a failure looked like. (Inside a hook or a test,
// vitest would accept an afterAll and never run it; in a module that several files share, it would run for the first of
// them only.)
import { afterAll, afterEach } from 'vitest'
import { closeAll } from '../closings.ts'
import { afterFile, afterTest } from '../evidence.ts'

afterAll(closeAll)
// biome-ignore lint/correctness/noEmptyPattern: vitest wants what it hands over first to be taken apart
afterAll(({}, file) => afterFile(file)) // before the other: what comes last runs first
afterEach(({ task }) => afterTest(task))
