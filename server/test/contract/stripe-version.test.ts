import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')

/** Stripe gives the versions of its API a name, and the script for browsers goes by the same. */
function nameIn(file: string, pattern: RegExp): string | undefined {
  return pattern.exec(readFileSync(resolve(ROOT, file), 'utf8'))?.[1]
}

it('the server, the script that the page loads and the types it is checked by are of one version of Stripe', () => {
  const server = nameIn('server/src/adapters/payments/stripe/client.ts', /API_VERSION = '[\d-]+\.(\w+)'/)
  const script = nameIn('web/checkout/src/payments/stripe.ts', /'https:\/\/js\.stripe\.com\/(\w+)\/stripe\.js'/)
  const types = nameIn('node_modules/@stripe/stripe-js/dist/index.js', /RELEASE_TRAIN = '(\w+)'/)
  expect(server).toBeDefined()
  expect({ script, types }).toEqual({ script: server, types: server })
})
