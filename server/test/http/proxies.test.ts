import { expect, it } from 'vitest'
import { Client } from '../support/client.ts'
import { tillForThisTest } from '../support/till.ts'

const LIMITS = {
  default: { points: 2, seconds: 60 },
  confirm: { points: 2, seconds: 60 },
  license_keys: { points: 2, seconds: 60 },
}

/** Asks three times with a changing X-Forwarded-For; the budget is counted by the address that Till believes. */
async function third(url: string, forwarded: (n: number) => string): Promise<number> {
  const client = new Client(url)
  const ask = (n: number) => client.get('/v1/orders/', { 'x-forwarded-for': forwarded(n) })
  await ask(1)
  await ask(2)
  return (await ask(3)).status
}

it('without trusted proxies, X-Forwarded-For is not believed', async () => {
  const { url } = await tillForThisTest({ rateLimits: LIMITS })
  expect(await third(url, (n) => `203.0.113.${n}`)).toBe(429)
})

it('with one, the address that it added counts, and what a caller wrote before it does not', async () => {
  const { url } = await tillForThisTest({ rateLimits: LIMITS, trustedProxies: 1 })
  expect(await third(url, (n) => `198.51.100.7, 203.0.113.${n}`)).toBe(401)
  expect(await third(url, (n) => `203.0.113.${n}, 198.51.100.9`)).toBe(429)
})

it('IPv6 callers share the budget of their /64, which is what one customer of a provider has', async () => {
  const { url } = await tillForThisTest({ rateLimits: LIMITS, trustedProxies: 1 })
  expect(await third(url, (n) => `2001:db8:0:${n}::1`)).toBe(401)
  expect(await third(url, (n) => `2001:db8:1:1:${n}:${n}:${n}:${n}`)).toBe(429)
  expect(await third(url, (n) => `::ffff:203.0.113.${n}`)).toBe(401)
})
