import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LicenseKey } from '../../src/modules/license-keys/model.ts'
import type { Reply } from '../support/client.ts'
import { makeOrganization } from '../support/factories.ts'
import { activate, held, KEYS_ARE_UNTOLD, LICENSE_CALLS, makeLicenseKey } from '../support/license-key-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'
import { stopWithCleanBooks } from '../support/verify.ts'

let till: TestTill
let organizationId: string
beforeAll(async () => {
  till = await startTill()
  organizationId = (await makeOrganization(till)).id
})
afterAll(() => stopWithCleanBooks(till, KEYS_ARE_UNTOLD))

const make = (overrides: Partial<LicenseKey> = {}) => makeLicenseKey(till, organizationId, overrides)
const call = (verb: string, licenseKey: LicenseKey, fields: object = {}, headers: Record<string, string> = {}) =>
  till.anonymous.post(`${LICENSE_CALLS}/${verb}`, { ...held(licenseKey), ...fields }, headers)
const patch = (licenseKey: LicenseKey, fields: object) => till.owner.patch(`/v1/license-keys/${licenseKey.id}`, fields)
const read = async (licenseKey: LicenseKey) => (await till.owner.get(`/v1/license-keys/${licenseKey.id}`)).body

const atOnce = <Result>(times: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)))

/** How often which answer came: `{ '200': 7, '403 activation_limit_reached': 43 }`. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of replies) {
    const answer = status < 300 ? `${status}` : `${status} ${body.code}`
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}

describe('activations', () => {
  it('50 at once for 7 places: exactly 7 get one, each with its event', async () => {
    const licenseKey = await make({ limitActivations: 7 })
    const replies = await atOnce(50, (index) => call('activate', licenseKey, { label: `Machine ${index}` }))
    expect(tally(replies)).toEqual({ 200: 7, '403 activation_limit_reached': 43 })
    expect((await read(licenseKey)).activations).toHaveLength(7)
    const events = await till.sql`select type from events where object_id = ${licenseKey.id}`
    expect(events.map((event) => event.type)).toEqual(Array(7).fill('license_key.activated'))
  })

  it('exactly 7 also when every call has an Idempotency-Key of its own', async () => {
    const licenseKey = await make({ limitActivations: 7 })
    const replies = await atOnce(50, (index) =>
      call('activate', licenseKey, { label: 'Machine' }, { 'idempotency-key': `activation ${index}` }),
    )
    expect(tally(replies)).toEqual({ 200: 7, '403 activation_limit_reached': 43 })
  })

  it('one Idempotency-Key sent 20 times takes one place', async () => {
    const licenseKey = await make({ limitActivations: 7 })
    const again = { 'idempotency-key': 'double click' }
    const replies = await atOnce(20, () => call('activate', licenseKey, { label: 'Machine' }, again))
    const ids = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await read(licenseKey)).activations).toHaveLength(1)
  })

  it('places that are given back are usable at once, and never more than there are', async () => {
    const licenseKey = await make({ limitActivations: 3 })
    // Each of three machines always gives its own place back before it asks again, so a place is always free for it.
    await atOnce(3, async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await activate(till, licenseKey)
        expect((await call('deactivate', licenseKey, { activation_id: id })).status).toBe(204)
      }
    })
    expect((await read(licenseKey)).activations).toEqual([])
  })

  it('one activation given back 20 times at once is given back once', async () => {
    const licenseKey = await make({ limitActivations: 1 })
    const { id } = await activate(till, licenseKey)
    const replies = await atOnce(20, () => call('deactivate', licenseKey, { activation_id: id }))
    expect(tally(replies)).toEqual({ 204: 1, '404 activation_unknown': 19 })
  })
})

describe('usage', () => {
  it('50 at once add up exactly, and every answer shows another count', async () => {
    const licenseKey = await make()
    const replies = await atOnce(50, (index) => call('validate', licenseKey, { increment_usage: index }))
    expect(tally(replies)).toEqual({ 200: 50 })
    expect(await read(licenseKey)).toMatchObject({ usage: 1225, validations: 50 })
    expect(new Set(replies.map(({ body }) => body.validations)).size).toBe(50)
    expect(Math.max(...replies.map(({ body }) => body.usage))).toBe(1225)
  })

  it('50 at once for 30 units: exactly 30 get one, refused calls count nothing', async () => {
    const licenseKey = await make({ limitUsage: 30 })
    const replies = await atOnce(50, () => call('validate', licenseKey, { increment_usage: 1 }))
    expect(tally(replies)).toEqual({ 200: 30, '400 license_key_usage_exceeded': 20 })
    expect(await read(licenseKey)).toMatchObject({ usage: 30, validations: 30 })
  })

  it('a large ask that no longer fits leaves the rest to small ones', async () => {
    const licenseKey = await make({ limitUsage: 10 })
    await Promise.all([
      ...Array.from({ length: 10 }, () => call('validate', licenseKey, { increment_usage: 7 })),
      ...Array.from({ length: 10 }, () => call('validate', licenseKey, { increment_usage: 1 })),
    ])
    const { usage } = await read(licenseKey)
    expect(usage).toBe(10)
  })

  it('with and without Idempotency-Key at once', async () => {
    const licenseKey = await make({ limitUsage: 30 })
    const replies = await atOnce(50, (index) => {
      const headers = index % 2 === 0 ? { 'idempotency-key': `use ${index}` } : undefined
      return call('validate', licenseKey, { increment_usage: 1 }, headers)
    })
    expect(tally(replies)).toEqual({ 200: 30, '400 license_key_usage_exceeded': 20 })
    expect(await read(licenseKey)).toMatchObject({ usage: 30, validations: 30 })
  })

  it('one Idempotency-Key sent 20 times counts once', async () => {
    const licenseKey = await make()
    const again = { 'idempotency-key': 'double click' }
    const replies = await atOnce(20, () => call('validate', licenseKey, { increment_usage: 3 }, again))
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await read(licenseKey)).toMatchObject({ usage: 3, validations: 1 })
  })

  it('the seller sets the usage while it is counted: nothing gets lost after that', async () => {
    const licenseKey = await make({ usage: 1000 })
    const [, ...replies] = await Promise.all([
      patch(licenseKey, { usage: 0 }),
      ...Array.from({ length: 30 }, () => call('validate', licenseKey, { increment_usage: 1 })),
    ])
    expect(tally(replies)).toEqual({ 200: 30 })
    const { usage, validations } = await read(licenseKey)
    expect(validations).toBe(30)
    // Those that came before the seller's answer are forgotten by it, the others are all there.
    expect(usage).toBe(replies.filter(({ body }) => body.usage < 1000).length)
  })
})

describe('many keys in one batch', () => {
  it('keeps counters and refusals of different keys apart', async () => {
    const keys = [
      await make(),
      await make({ limitUsage: 5 }),
      await make({ status: 'revoked' }),
      await make({ limitActivations: 1 }),
      await make(),
    ]
    const { id } = await activate(till, keys[3] as LicenseKey)
    const replies = await atOnce(100, (index) => {
      const licenseKey = keys[index % 5] as LicenseKey
      const activation = index % 5 === 3 ? { activation_id: id } : {}
      return call('validate', licenseKey, { increment_usage: 1, ...activation })
    })
    expect(tally(replies)).toEqual({
      200: 65,
      '400 license_key_usage_exceeded': 15,
      '404 license_key_not_granted': 20,
    })
    const counters = await Promise.all(keys.map(read))
    expect(counters.map(({ usage, validations }) => [usage, validations])).toEqual([
      [20, 20],
      [5, 5],
      [0, 0],
      [20, 20],
      [20, 20],
    ])
  })

  it('batches with the same keys in any order never wait for each other in a circle', async () => {
    const keys = await atOnce(10, () => make())
    const batch = (turn: number) =>
      JSON.stringify(
        Array.from({ length: 20 }, (_, index) => {
          const { id } = keys[(index * 7 + turn) % 10] as LicenseKey
          return { ask: index, license_key_id: id, version: 1, spend: 1, validated_at: new Date() }
        }),
      )
    const counted = await atOnce(40, (turn) => till.sql`select * from count_validations_1(${batch(turn)}::text::jsonb)`)
    expect(counted.map((rows) => rows.length)).toEqual(Array(40).fill(20))
    for (const licenseKey of keys) expect(await read(licenseKey)).toMatchObject({ usage: 80, validations: 80 })
  })

  it('a batch that fails is told to its callers, and the next one works', async () => {
    const licenseKey = await make()
    await till.sql`alter function count_validations_1(jsonb) rename to count_validations_away`
    const failed = await atOnce(10, () => call('validate', licenseKey))
    expect(failed.map(({ status }) => status)).toEqual(Array(10).fill(500))
    await till.sql`alter function count_validations_away(jsonb) rename to count_validations_1`
    expect(tally(await atOnce(10, () => call('validate', licenseKey)))).toEqual({ 200: 10 })
    expect((await read(licenseKey)).validations).toBe(10)
  })
})

describe('changes while a key is being validated', () => {
  /** Validates without a pause; says of each answer whether it was asked for after the change was answered. */
  async function validateWhile(licenseKey: LicenseKey, change: () => Promise<unknown>, fields: object = {}) {
    let isChanged = false
    let isOver = false
    const before: Reply[] = []
    const after: Reply[] = []
    const callers = atOnce(10, async () => {
      while (!isOver) {
        const list = isChanged ? after : before
        list.push(await call('validate', licenseKey, fields))
      }
    })
    await expect.poll(() => before.length, { interval: 5, timeout: 5000 }).toBeGreaterThan(10)
    await change()
    isChanged = true
    await expect.poll(() => after.length, { interval: 5, timeout: 5000 }).toBeGreaterThan(20)
    isOver = true
    await callers
    return { before, after }
  }

  it.each([
    ['revoked', { status: 'revoked' }, '404 license_key_not_granted'],
    ['expired', { expires_at: '2020-01-01T00:00:00Z' }, '404 license_key_expired'],
  ])('after the answer that it is %s nothing succeeds any more', async (_, fields, refusal) => {
    const licenseKey = await make()
    const { before, after } = await validateWhile(licenseKey, () => patch(licenseKey, fields))
    expect(Object.keys(tally(after))).toEqual([refusal])
    const successes = before.filter(({ status }) => status === 200).length
    expect(successes).toBeGreaterThan(0)
    expect(tally(before)[refusal] ?? 0).toBe(before.length - successes)
    expect((await read(licenseKey)).validations).toBe(successes)
  })

  it('after an activation is given back, or the key has another text, nothing succeeds any more', async () => {
    const licenseKey = await make({ limitActivations: 2 })
    const [first, second] = [await activate(till, licenseKey), await activate(till, licenseKey)]
    const back = await validateWhile(licenseKey, () => call('deactivate', licenseKey, { activation_id: first.id }), {
      activation_id: first.id,
    })
    expect(Object.keys(tally(back.after))).toEqual(['404 activation_unknown'])
    const rotated = await validateWhile(licenseKey, () => till.owner.post(`/v1/license-keys/${licenseKey.id}/rotate`), {
      activation_id: second.id,
    })
    expect(Object.keys(tally(rotated.after))).toEqual(['404 license_key_unknown'])
  })

  it('a key revoked while 30 activate: after the answer nobody does', async () => {
    const licenseKey = await make({ limitActivations: 1000 })
    const early = atOnce(30, () => call('activate', licenseKey, { label: 'Machine' }))
    expect((await patch(licenseKey, { status: 'revoked' })).status).toBe(200)
    const late = await atOnce(10, () => call('activate', licenseKey, { label: 'Machine' }))
    expect(tally(late)).toEqual({ '404 license_key_not_granted': 10 })
    const successes = (await early).filter(({ status }) => status === 200).length
    expect((await read(licenseKey)).activations).toHaveLength(successes)
  })
})

describe('a key whose row somebody holds', () => {
  it('answers 503 to those who ask for it, and nobody else in the same batch suffers', async () => {
    const [stuck, ...free] = await atOnce(6, () => make())
    if (!stuck) throw new Error('no key was made')
    await till.sql.begin(async (holder) => {
      await holder`select from license_keys where id = ${stuck.id} for update`
      const replies = await Promise.all([...free, stuck, ...free].map((key) => call('validate', key)))
      expect(tally(replies)).toEqual({ 200: 10, '503 license_key_busy': 1 })
    })
    expect((await call('validate', stuck)).body.validations).toBe(1)
    expect((await read(free[0] ?? stuck)).validations).toBe(2)
  })
})

describe('a key that is rotated while its benefit is deleted', () => {
  it('tells of the benefit as it is after that', async () => {
    const licenseKey = await make()
    const later = new Date(Date.now() + 60_000)
    const rotated = await till.sql.begin(async (deletion) => {
      await deletion`select from benefit_grants where id = ${licenseKey.grantId} for no key update`
      const reply = till.owner.post(`/v1/license-keys/${licenseKey.id}/rotate`)
      await expect
        .poll(
          () => till.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        .toHaveLength(1)
      await deletion`
        update benefits set deleted_at = ${later}, modified_at = ${later}, version = version + 1
        where id = ${licenseKey.benefitId}`
      return { reply }
    })
    expect((await rotated.reply).status).toBe(200)
    const told = await till.sql`
      select data -> 'benefit' ->> 'modified_at' as at from events where object_id = ${licenseKey.grantId}`
    expect(told).toEqual([{ at: later.toISOString() }])
  })
})
