import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTRIES } from '../../kernel/country.ts'
import { InvalidInput } from '../../kernel/invalid-input.ts'
import { EU_VAT_FORMATS, TAX_ID_FORMATS } from './tax-id-formats.ts'
import { TAX_ID_TYPES } from './tax-id-types.ts'
import { requireTaxId, requireTaxIdOfType, taxIdOf, taxIdOfType } from './tax-ids.ts'

describe('a tax id', () => {
  it.each([
    ['FR', 'FR61954506077', ['FR61954506077', 'eu_vat']],
    ['DE', 'de 123.456.789', ['DE123456789', 'eu_vat']],
    ['DE', '136695976', ['DE136695976', 'eu_vat']],
    ['DE', '181/815/08155', ['18181508155', 'de_stn']],
    ['GR', 'GR094259216', ['EL094259216', 'eu_vat']],
    ['GR', 'EL094259216', ['EL094259216', 'eu_vat']],
    ['IE', 'IE 6433435F', ['IE6433435F', 'eu_vat']],
    ['NL', 'NL004495445B01', ['NL004495445B01', 'eu_vat']],
    ['ES', 'B58378431', ['ESB58378431', 'eu_vat']],
    ['MC', 'FR 40 303 265 045', ['FR40303265045', 'eu_vat']],
    ['GB', 'GB 980 7806 84', ['GB980780684', 'gb_vat']],
    ['GB', '980780684', ['980780684', 'gb_vat']],
    ['GB', 'XI 110 3050 15', ['XI110305015', 'eu_vat']],
    ['US', '91-1144442', ['911144442', 'us_ein']],
    ['PR', '66-0123456', ['660123456', 'us_ein']],
    ['CH', 'CHE-123.456.788 MWST', ['CHE123456788MWST', 'ch_vat']],
    ['CH', 'CHE-123.456.788', ['CHE123456788', 'ch_uid']],
    ['NO', 'NO 995 525 828 MVA', ['NO995525828MVA', 'no_vat']],
    ['AD', 'A-123456-Z', ['A123456Z', 'ad_nrt']],
    ['BR', '11.222.333/0001-81', ['11222333000181', 'br_cnpj']],
    ['BR', '123.456.789-09', ['12345678909', 'br_cpf']],
    ['CA', '123456789 RT 0001', ['123456789RT0001', 'ca_gst_hst']],
    ['AU', '83 914 571 673', ['83914571673', 'au_abn']],
    ['IN', '27AAPFU0939F1ZV', ['27AAPFU0939F1ZV', 'in_gst']],
  ])('of %s, %s, is kept in its plain form with its type', (country, text, taxId) => {
    expect(taxIdOf(country, text)).toEqual(taxId)
  })

  it.each([
    ['DE', 'FR61954506077'],
    ['DE', '12345'],
    ['FR', 'DE136695976'],
    ['US', 'DE136695976'],
    ['GB', 'FR61954506077'],
    ['GB', '12'],
    ['CH', '123456788'],
    ['GH', 'C0000803561'],
    ['AQ', '1'],
    ['DE', ''],
    ['DE', '   '],
  ])('is none of %s: %s', (country, text) => {
    expect(taxIdOf(country, text)).toBeUndefined()
    expect(() => requireTaxId(country, text)).toThrow(InvalidInput)
  })

  it('of a country without a known kind is said to be better left out', () => {
    expect(() => requireTaxId('GH', 'C0000803561')).toThrow(/not known here: leave it out/)
    expect(() => requireTaxId('DE', '1')).toThrow(/tax id of the billing country, DE/)
    expect(() => requireTaxId('MC', '1')).toThrow(/tax id of the billing country, MC/)
  })

  it('has a type of the list that customers can have, whatever is typed', () => {
    const characters = fc.string({ unit: fc.constantFrom(...'0123456789ABDEFGHLMRTUX. -'), maxLength: 18 })
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), characters, (country, text) => {
        const taxId = taxIdOf(country, text)
        if (taxId) expect(TAX_ID_TYPES).toContain(taxId[1])
      }),
      { numRuns: 2000 },
    )
  })

  it('is the same one when it is typed again as it was kept', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 8, maxLength: 13 })
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), digits, (country, text) => {
        const taxId = taxIdOf(country, text)
        if (taxId) expect(taxIdOf(country, taxId[0])).toEqual(taxId)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a tax id whose type is said', () => {
  it.each([
    ['DE', ['de 136.695.976', 'eu_vat'], ['DE136695976', 'eu_vat']],
    ['DE', ['136695976', 'eu_vat'], ['DE136695976', 'eu_vat']],
    [null, ['DE 136 695 976', 'eu_vat'], ['DE136695976', 'eu_vat']],
    [null, ['GR 094259216', 'eu_vat'], ['EL094259216', 'eu_vat']],
    [null, ['XI 110 3050 15', 'eu_vat'], ['XI110305015', 'eu_vat']],
    ['MC', ['FR 40 303 265 045', 'eu_vat'], ['FR40303265045', 'eu_vat']],
    ['GB', ['GB 980 7806 84', 'gb_vat'], ['GB980780684', 'gb_vat']],
    ['PR', ['66-0123456', 'us_ein'], ['660123456', 'us_ein']],
    [null, ['91-1144442', 'us_ein'], ['911144442', 'us_ein']],
    // Two kinds of the same form: the one that was said counts.
    ['CA', ['1234567', 'ca_pst_sk'], ['1234567', 'ca_pst_sk']],
    ['US', ['EU 826 010755', 'eu_oss_vat'], ['EU826010755', 'eu_oss_vat']],
  ] as const)('of %s, %j, is kept in its plain form', (country, sent, taxId) => {
    expect(taxIdOfType(country, sent)).toEqual(taxId)
    expect(requireTaxIdOfType(country, sent)).toEqual(taxId)
  })

  it.each([
    ['DE', ['nope', 'eu_vat'], 'a number of the type eu_vat'],
    [null, ['nope', 'eu_vat'], 'a number of the type eu_vat'],
    // Whose number it is, only the letters could tell.
    [null, ['136695976', 'eu_vat'], 'a number of the type eu_vat'],
    ['US', ['12', 'us_ein'], 'a number of the type us_ein'],
    [null, ['1', 'us_ein'], 'a number of the type us_ein'],
    ['US', ['DE136695976', 'eu_vat'], 'a tax id of the billing country, US'],
    ['DE', ['FR61954506077', 'eu_vat'], 'a tax id of the billing country, DE'],
    ['DE', ['911144442', 'us_ein'], 'a tax id of the billing country, DE'],
    ['GH', ['911144442', 'us_ein'], 'Tax ids of GH are not known here: leave it out'],
  ] as const)('is none of %s: %j', (country, sent, why) => {
    expect(taxIdOfType(country, sent)).toBeUndefined()
    expect(() => requireTaxIdOfType(country, sent)).toThrow(why)
  })

  it('is accepted wherever a buyer could type it, with the type that it got there', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 7, maxLength: 15 })
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), digits, (country, text) => {
        const typed = taxIdOf(country, text)
        if (!typed) return
        expect(taxIdOfType(country, typed)).toEqual(typed)
        expect(taxIdOfType(null, typed)).toEqual(typed)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the formats', () => {
  it('are there for every type that customers can have', () => {
    // VAT numbers of the EU go by country.
    const types = TAX_ID_TYPES.filter((type) => type !== 'eu_vat')
    expect(Object.keys(TAX_ID_FORMATS).toSorted()).toEqual(types.toSorted())
  })

  it('are there for every member of the EU', () => {
    const members = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
    expect(Object.keys(EU_VAT_FORMATS)).toEqual([...members, 'XI'])
  })
})
