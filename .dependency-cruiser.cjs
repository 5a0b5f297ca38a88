/** Left to right: a module may use the modules before it, never those after it. */
const MODULES = [
  'access',
  'organizations',
  'files',
  'customers',
  'custom-fields',
  'benefits',
  'products',
  'discounts',
  'tax',
  'payments',
  'license-keys',
  'subscriptions',
  'orders',
  'refunds',
  'invoices',
  'checkouts',
  'checkout-links',
  'events',
  'webhooks',
  'metrics',
]

const folder = (name) => `^server/src/modules/${name}/`
const notTests = '\\.test\\.ts$'

const leftToRight = MODULES.slice(0, -1).map((name, index) => ({
  name: `${name}-uses-no-module-to-its-right`,
  severity: 'error',
  from: { path: folder(name), pathNot: notTests },
  to: { path: MODULES.slice(index + 1).map(folder) },
}))

const throughTheDoor = MODULES.map((name) => ({
  name: `${name}-is-entered-through-its-index`,
  severity: 'error',
  from: { path: '^server/src/', pathNot: [folder(name), notTests] },
  to: { path: folder(name), pathNot: [`${folder(name)}(?:index|port)\\.ts$`] },
}))

const never = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: notTests },
  to: { path: to },
})

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
    never('kernel-knows-nothing-of-us', '^server/src/kernel/', '^server/src/(?!kernel/)'),
    never('platform-knows-the-kernel-only', '^server/src/platform/', '^server/src/(?!platform/|kernel/)'),
    never('modules-look-down', '^server/src/modules/', '^server/src/(?!modules/|platform/|kernel/)'),
    never('flows-look-down', '^server/src/flows/', '^server/src/(?!flows/|modules/|platform/|kernel/)'),
    never('adapters-look-down', '^server/src/adapters/', '^server/src/(?!adapters/|modules/|platform/|kernel/)'),
    never('only-entry-and-cli-know-adapters', '^server/src/(?!adapters/|entry/|cli/)', '^server/src/adapters/'),
    never('only-the-cli-uses-the-cli', '^server/src/(?!cli/)', '^server/src/cli/'),
    never('pages-talk-over-http-only', '^web/', '^(?:server|e2e)/'),
    never('packages-know-nobody', '^packages/', '^(?:server|web|e2e)/'),
    // Rules about values, which need no browser: what the server and the pages have to agree on.
    never(
      'the-server-takes-pure-rules-only',
      '^server/',
      '^packages/(?!(?:money|words)/src/|ui/src/(?:accent|bones|links)\\.ts$)',
    ),
    ...leftToRight,
    ...throughTheDoor,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
