import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { HOOK_MS, PATIENCE_MS, TEST_MS } from './test/patience.ts'
import { LongestFirst } from './test/setup/longest-first.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Files share a process: loading the service anew for each of them took two thirds of the time.
    isolate: false,
    // One more than processors: tests that start programs mostly wait for them. With two more it took a tenth longer, also
    // with databases in memory: two processors are busy for 94 % of the time as it is, and each process loads the service
    // and the encoder for itself.
    maxWorkers: availableParallelism() + 1,
    // Threads that the service starts run its source, as the tests do: never what was built some time ago.
    execArgv: ['scripts/typescript.mjs', 'test/setup/quick-passwords.mjs'].flatMap((file) => [
      '--import',
      new URL(file, import.meta.url).href,
    ]),
    // What a file is without its types is remembered, also for the next run: two seconds less for one file.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/setup/close.setup.ts'],
    globalSetup: ['test/setup/build.setup.ts', 'test/setup/database.setup.ts'],
    testTimeout: TEST_MS,
    hookTimeout: HOOK_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
})
