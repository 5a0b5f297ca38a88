// With --production only what the product itself uses counts as used, so that nothing stays alive by its tests alone
// (`!` marks what the product is made of). What a file uses itself may then be exported for a test.
const isProduction = process.argv.includes('--production')

export default {
  workspaces: {
    '.': {
      entry: ['scripts/*.mjs!'],
      project: ['scripts/**/*.mjs!'],
      ignoreBinaries: ['apt-get'],
    },
    server: {
      entry: [
        'src/cli/till.ts!',
        'bench/*.ts',
        'bench/floor/*/server.ts',
        'bench/load/generator.ts',
        'test/startup/embedded-child.ts',
        'test/races/review-child.ts',
      ],
      project: ['src/**/*.ts!', 'test/**/*.ts', 'bench/**/*.ts'],
    },
    'packages/*': {
      project: ['src/**/*.{ts,tsx}!'],
    },
    'web/checkout': {
      entry: ['src/main.tsx!'],
      project: ['src/**/*.{ts,tsx}!', 'test/**/*.ts'],
    },
    'web/embed': {
      entry: ['src/main.ts!'],
      project: ['src/**/*.ts!'],
    },
    'web/invitation': {
      entry: ['src/main.tsx!'],
      project: ['src/**/*.{ts,tsx}!'],
    },
    'web/store': {
      // Used by its style sheet, which knip does not read.
      ignoreDependencies: ['@till/ui'],
    },
    e2e: {
      entry: ['*.test.ts'],
      project: ['**/*.ts'],
    },
  },
  ignoreExportsUsedInFile: isProduction || { interface: true, type: true },
}
