import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', '../web/*/src/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // Reading the whole server takes longer than most files' tests: each worker does it once, not once per file.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
