import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCardNumber } from '../../../kernel/card-number.ts'
import { AddressInput, Metadata } from '../../../kernel/wire.ts'
import { checkOf } from '../../../platform/http/validate.ts'
import { CheckoutCreate, CheckoutUpdatePublic } from '../../checkouts/schema.ts'
import { prefillOf } from './prefill.ts'

const ID = '0197a6f0-1c2b-7d3e-8f40-51627384a5b6'
const CARD = '4242424242424242'

describe('what an address says about a checkout', () => {
  it('is taken over', () => {
    const query = {
      customer_email: 'ada@example.com',
      customer_name: 'Ada Lovelace',
      discount_code: 'SPRING20',
      amount: '1500',
      product_id: ID,
      product_price_id: ID,
      embed_origin: 'https://shop.example.com',
      'customer_billing_address.country': 'US',
      'customer_billing_address.state': 'CA',
      'custom_field_data.size': 'm',
      reference_id: 'user-7',
      utm_source: 'newsletter',
      utm_medium: 'mail',
      utm_campaign: 'spring',
      utm_content: 'button',
      utm_term: 'reverb',
      locale: 'de',
      other: 'x',
    }
    expect(prefillOf(query)).toEqual({
      fields: {
        customer_email: 'ada@example.com',
        customer_name: 'Ada Lovelace',
        discount_code: 'SPRING20',
        amount: 1500,
        product_id: ID,
        product_price_id: ID,
        embed_origin: 'https://shop.example.com',
      },
      address: { country: 'US', state: 'CA' },
      answers: { size: 'm' },
      sources: {
        reference_id: 'user-7',
        utm_source: 'newsletter',
        utm_medium: 'mail',
        utm_campaign: 'spring',
        utm_content: 'button',
        utm_term: 'reverb',
      },
    })
  })

  it.each<[string, string]>([
    ['customer_email', 'nobody'],
    ['customer_email', ''],
    ['customer_name', 'a\nb'],
    ['customer_name', 'a'.repeat(257)],
    ['customer_name', 'a\u0000b'],
    ['customer_name', `My card is ${CARD}`],
    ['discount_code', ''],
    ['amount', '-1'],
    ['amount', '1.5'],
    ['amount', '1e3'],
    ['amount', '1000000000000'],
    ['amount', 'ten'],
    ['product_id', 'x'],
    ['embed_origin', 'https://shop.example.com/path'],
    ['embed_origin', 'javascript:alert(1)'],
    ['reference_id', 'a'.repeat(501)],
    ['reference_id', CARD],
    ['utm_source', ''],
    ['utm_campaign', 'a\u0000'],
    ['customer_billing_address.country', 'Atlantis'],
    ['customer_billing_address.city', 'Portland'],
    ['custom_field_data.note', '4242 4242 4242 4242'],
    ['metadata', 'x'],
    ['metadata.x', 'x'],
    ['success_url', 'https://evil.example.com'],
    ['discount_id', ID],
    ['customer_id', ID],
    ['__proto__', 'x'],
  ])('is left out when it is not valid: %s=%s', (name, text) => {
    const nothing = { fields: {}, address: null, sources: {}, answers: {} }
    expect(prefillOf(Object.fromEntries([[name, text]]))).toEqual(nothing)
  })

  it('keeps a valid part of an address, without the others', () => {
    const query = { 'customer_billing_address.country': 'DE', 'customer_billing_address.city': 'a\nb' }
    expect(prefillOf(query).address).toEqual({ country: 'DE' })
  })

  it('is what was said last', () => {
    expect(prefillOf({ customer_name: ['Ada', 'Grace'], amount: ['1', 'x'] }).fields).toEqual({
      customer_name: 'Grace',
    })
  })

  const NAMES = [
    ...['customer_email', 'customer_name', 'discount_code', 'amount', 'product_id', 'product_price_id', 'embed_origin'],
    ...['reference_id', 'utm_source', 'customer_billing_address.country', 'customer_billing_address.line1'],
    ...['custom_field_data.x', 'customer_billing_address.', 'toString', '__proto__'],
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.emailAddress(),
    fc.webUrl(),
    fc.uuid(),
    fc.integer().map(String),
    fc.constantFrom(CARD, 'US', 'a\u0000', '4000 0566 5566 5556'),
  )
  const queries = fc.dictionary(fc.constantFrom(...NAMES), fc.oneof(texts, fc.array(texts, { maxLength: 3 })))

  it('fits what the API takes, and has no card in it, whatever it is', () => {
    const checkCreate = checkOf(CheckoutCreate, 'body')
    const checkUpdate = checkOf(CheckoutUpdatePublic, 'body')
    const checkAddress = checkOf(AddressInput, 'body')
    const checkMetadata = checkOf(Metadata, 'body')
    fc.assert(
      fc.property(queries, (query) => {
        const { fields, address, sources, answers } = prefillOf(query)
        expect(checkCreate(fields)).toEqual([])
        expect(checkUpdate(fields)).toEqual([])
        if (address) expect(checkAddress(address)).toEqual([])
        expect(checkMetadata(sources)).toEqual([])
        const all = [fields, address ?? {}, sources, answers].flatMap((part) => Object.values(part).map(String))
        expect(all.filter((text) => hasCardNumber(text) || text.includes('\u0000'))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
