import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetOwner } from './rate-limit.ts'

describe('whose budget an address uses', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['0197a6f0-0000-7000-8000-000000000000', '0197a6f0-0000-7000-8000-000000000000'],
  ])('%s: %s', (address, owner) => expect(budgetOwner(address)).toBe(owner))

  it('is the same for every address of a /64', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const groups = fc.tuple(group, group, group, group)
    fc.assert(
      fc.property(groups, groups, groups, (prefix, one, other) => {
        const address = (rest: readonly number[]) => [...prefix, ...rest].map((part) => part.toString(16)).join(':')
        expect(budgetOwner(address(one))).toBe(budgetOwner(address(other)))
      }),
    )
  })
})
