import { describe, expect, it } from 'vitest'
import type { Price } from '../../products/index.ts'
import { isAmountMissing } from './pricing.ts'

const price = (fields: Partial<Price>) =>
  ({ amountType: 'custom', presetAmount: null, minimumAmount: null, ...fields }) as Price

describe('an amount is missing', () => {
  it.each<[boolean, Partial<Price>, { amount: number; amountIsChosen: boolean }]>([
    [true, {}, { amount: 0, amountIsChosen: false }],
    [false, {}, { amount: 0, amountIsChosen: true }],
    [false, { presetAmount: 0 }, { amount: 0, amountIsChosen: false }],
    [false, { minimumAmount: 0 }, { amount: 0, amountIsChosen: false }],
    [false, { amountType: 'fixed' }, { amount: 0, amountIsChosen: false }],
    [false, { amountType: 'free' }, { amount: 0, amountIsChosen: false }],
    // Chosen before that was written down.
    [false, {}, { amount: 700, amountIsChosen: false }],
  ])('%s: %j, %j', (isMissing, fields, said) => {
    expect(isAmountMissing(price(fields), said)).toBe(isMissing)
  })
})
