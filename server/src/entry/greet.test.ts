import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../../test/support/factories.ts'
import { startTill, type TestTill } from '../../test/support/till.ts'
import { readConfig } from '../platform/config.ts'
import { type Greeting, greet, warnOfKeys, warnOfReach } from './greet.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

async function warnings(settings: Record<string, string>): Promise<string[]> {
  const said: string[] = []
  await warnOfReach((line) => said.push(line), readConfig(settings), 'http://0.0.0.0:4242', till.sql)
  return said
}

const PUBLIC = { HOST: '0.0.0.0', TILL_BASE_URL: 'https://shop.example.com' }

describe('whoever has just started Till', () => {
  const greeted = (owner: Greeting['owner']) => {
    const said: string[] = []
    greet((line) => said.push(line), { address: 'http://127.0.0.1:4242', role: 'all', place: 'data', owner })
    return said.join('\n')
  }

  it('is told at the first start how to get mails', () => {
    expect(greeted({ token: 'till_pat_x', isGiven: false })).toContain('PATCH /v1/users/me {"email": ')
    expect(greeted(null)).not.toContain('/v1/users/me')
  })
})

describe('a server that others can reach', () => {
  it('is warned that its links lead nowhere for them', async () => {
    expect(await warnings({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('TILL_BASE_URL')])
    expect(await warnings(PUBLIC)).toEqual([])
  })

  it('is warned of organizations that take test cards as payment', async () => {
    await makeOrganization(till)
    expect(await warnings(PUBLIC)).toEqual([expect.stringMatching(/organizations \(1\) take test cards/)])
    expect(await warnings({ HOST: '127.0.0.1' })).toEqual([])
  })
})

describe('a server without the keys of a payment processor', () => {
  it('is warned of organizations that take real money', async () => {
    const said: string[] = []
    const warn = (settings: Record<string, string>) =>
      warnOfKeys((line) => said.push(line), readConfig(settings), till.sql)
    const { id } = await makeOrganization(till)
    await warn({})
    expect(said).toEqual([])
    await till.sql`update organizations set payments_mode = 'live' where id = ${id}`
    await warn({ STRIPE_SECRET_KEY: 'sk_x', STRIPE_PUBLISHABLE_KEY: 'pk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' })
    expect(said).toEqual([])
    await warn({})
    expect(said).toEqual([expect.stringMatching(/organizations \(1\) take real money/)])
  })
})
