import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Files share a process: loading the service anew for each of them took two thirds of the time.
    isolate: false,
    setupFiles: ['test/close.setup.ts'],
    globalSetup: ['test/database.setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
