import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeOrganization, makeToken } from '../support/factories.ts'
import { makePerson } from '../support/member-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { answersIn, dial, listen } from './socket.ts'

/** A token is looked at before the body is read, and the body may take half a minute. */
let till: TestTill
let shop: string
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
})
afterAll(() => till.stop())

const TOKENS = '/v1/organization-access-tokens/'
const LONGER_THAN_A_MOMENT = 1100

/** Sends the headers, waits until the server has seen them, and sends the body after something has happened. */
async function postSlowly(token: string, body: object, meanwhile: () => Promise<unknown>) {
  const text = JSON.stringify(body)
  const socket = dial(till.url)
  onTestFinished(() => void socket.destroy())
  const heard = listen(socket)
  const length = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  socket.write(`POST ${TOKENS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${length}\r\n`)
  await sleep(LONGER_THAN_A_MOMENT)
  await meanwhile()
  socket.write(text)
  for (let waited = 0; waited < 5000 && answersIn(heard.text).length === 0; waited += 5) await sleep(5)
  return answersIn(heard.text)[0]?.status
}

const madeWith = (comment: string) => till.sql`select from access_tokens where comment = ${comment}`

describe('a token that is asked for', () => {
  it('201: by somebody who is merely slow', async () => {
    const { token } = await makePerson(till, shop, 'admin')
    const body = { organization_id: shop, comment: 'slow', scopes: ['products:read'] }
    expect(await postSlowly(token, body, async () => {})).toBe(201)
  })

  it('401: by a token that is revoked before its body is here', async () => {
    const token = await makeToken(till, shop)
    const body = { comment: 'revoked', scopes: ['products:read'] }
    const revoke = () => till.sql`
      update access_tokens set revoked_at = now() where organization_id = ${shop} and comment <> 'slow'`
    expect(await postSlowly(token, body, revoke)).toBe(401)
    expect(await madeWith('revoked')).toHaveLength(0)
  })

  it('403: by somebody who may only read before their body is here', async () => {
    const { token, userId } = await makePerson(till, shop, 'admin')
    const body = { organization_id: shop, comment: 'demoted', scopes: ['products:read'] }
    const demote = () =>
      till.owner.must(till.owner.patch(`/v1/organizations/${shop}/members/${userId}`, { role: 'read_only' }))
    expect(await postSlowly(token, body, demote)).toBe(403)
    expect(await madeWith('demoted')).toHaveLength(0)
  })
})
