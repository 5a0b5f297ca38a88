import { defineConfig } from 'vitest/config'
import { DRIVER_FILE, mendDriver } from '../scripts/lib/mend-driver.mjs'

export default defineConfig({
  // The driver as it is in the bundle.
  plugins: [{ name: 'mend-driver', transform: (code, id) => (DRIVER_FILE.test(id) ? mendDriver(code) : null) }],
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      '../{web,packages}/*/src/**/*.test.{ts,tsx}',
      '../e2e/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    server: { deps: { inline: [/[\\/]node_modules[\\/]postgres[\\/]/] } },
    // Reading the whole server takes longer than most files' tests: each worker does it once, not once per file.
    isolate: false,
    testTimeout: 20_000,
    // What comes a moment later may take longer on a busy machine.
    expect: { poll: { timeout: 10_000, interval: 25 } },
    hookTimeout: 30_000,
  },
})
