import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    execArgv: ['--import', new URL('scripts/typescript.mjs', import.meta.url).href],
    // Files share a process: loading the service anew for each of them took two thirds of the time.
    isolate: false,
    // Left alone it would leave a processor free; tests in a browser mostly wait.
    maxWorkers: Math.max(2, availableParallelism()),
    setupFiles: ['test/close.setup.ts'],
    globalSetup: ['test/build.setup.ts', 'test/database.setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
