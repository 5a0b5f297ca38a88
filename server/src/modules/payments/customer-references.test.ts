import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCustomer } from '../../../test/support/customer-factories.ts'
import { makeOrganization } from '../../../test/support/factories.ts'
import { startTill, type TestTill } from '../../../test/support/till.ts'
import { systemClock } from '../../kernel/time.ts'
import { customerReferences } from './customer-references.ts'

let till: TestTill
beforeAll(async () => {
  till = await startTill()
})
afterAll(() => till.stop())

it('of many references at once the first stays, until it is gone', async () => {
  const references = customerReferences({ sql: till.sql, clock: systemClock }, 'stripe')
  const { id } = await makeCustomer(till, (await makeOrganization(till)).id)
  expect(await references.find(id)).toBeNull()
  const kept = await Promise.all(Array.from({ length: 50 }, (_, n) => references.keep(id, `cus_${n}`, null)))
  const [first = ''] = kept
  expect(new Set(kept)).toEqual(new Set([first]))
  expect(await references.find(id)).toBe(first)
  expect(await references.keep(id, 'cus_late', 'cus_of_nobody')).toBe(first)
  expect(await references.keep(id, 'cus_new', first)).toBe('cus_new')
  expect(await references.keep(id, 'cus_other', first)).toBe('cus_new')
  expect(await customerReferences({ sql: till.sql, clock: systemClock }, 'sandbox').find(id)).toBeNull()
})
