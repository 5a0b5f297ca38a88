import { describe, expect, it } from 'vitest'
import { brandOf } from './card-brand.ts'

describe('brandOf', () => {
  it.each([
    ['4', 'Visa'],
    ['4242 4242 4242 4242', 'Visa'],
    ['51', 'Mastercard'],
    ['5555 5555 5555 4444', 'Mastercard'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['34', 'Amex'],
    ['3782 822463 10005', 'Amex'],
    ['6011', 'Discover'],
    ['644', 'Discover'],
    ['65', 'Discover'],
    ['36', 'Diners Club'],
    ['3528', 'JCB'],
    ['62', 'UnionPay'],
  ])('%s is of %s', (number, name) => {
    expect(brandOf(number)?.name).toBe(name)
  })

  it.each(['', '3', '5', '50', '56', '2', '2220', '2721', '60', '643', '3527', '359', '9'])(
    '%j does not say whose it is',
    (number) => {
      expect(brandOf(number)).toBeUndefined()
    },
  )

  it('knows how long a security code is', () => {
    expect(brandOf('37')?.codeLength).toBe(4)
    expect(brandOf('4')?.codeLength).toBe(3)
  })
})
