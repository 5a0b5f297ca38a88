import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrganization } from '../../test/support/factories.ts'
import { startTill, type TestTill } from '../../test/support/till.ts'
import { readConfig } from '../platform/config.ts'
import { warnOfReach } from './greet.ts'

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
