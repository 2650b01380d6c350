// Runs for each test file: closes what the file opened. (Inside a hook or a test, vitest would accept an afterAll
// and never run it; in a module that several files share, it would run for the first of them only.)
import { afterAll } from 'vitest'
import { closeAll } from './closings.ts'

afterAll(closeAll)
