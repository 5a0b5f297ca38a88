import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCustomBenefit } from '../support/benefit-factories.ts'
import { leftOut } from '../support/existing-sdk-calls.ts'
import { type ExistingSdks, existingSdks, nothingAnswered, SDK_VERSIONS } from '../support/existing-sdks.ts'
import { makeOrganization, makeToken, unique } from '../support/factories.ts'
import { makeProductMedia } from '../support/file-factories.ts'
import { startTill, type TestTill } from '../support/till.ts'

let till: TestTill
let shop: string
let sdks: ExistingSdks
const answered = nothingAnswered()
beforeAll(async () => {
  till = await startTill()
  shop = (await makeOrganization(till)).id
  sdks = existingSdks(till, await makeToken(till, shop), answered)
})
afterAll(() => till.stop())

const PROPERTIES = {
  text: { formLabel: 'Engraving', textarea: true, minLength: 1, maxLength: 40 },
  number: { formHelpText: 'Whole numbers', ge: 1, le: 9 },
  date: { ge: 1_769_817_600, le: 1_800_000_000 },
  checkbox: { formPlaceholder: 'I agree' },
  select: { options: [{ value: 'm', label: 'Medium' }] },
}
const TYPES = ['text', 'number', 'date', 'checkbox', 'select'] as const
type FieldType = (typeof TYPES)[number]

/** The four clients have the same calls here; the newest one's types are wide enough for what all of them take. */
describe.each(SDK_VERSIONS)('the existing client %s', (version) => {
  const sdk = () => sdks[version] as ExistingSdks['v026']
  const newField = <T extends FieldType>(type: T) => ({
    type,
    slug: `${type}-${unique()}`,
    name: `A ${type}`,
    properties: PROPERTIES[type],
    metadata: { shelf: 3 },
  })
  // A union of types with their properties, which the compiler cannot follow through an index.
  const createField = (type: FieldType) => sdk().customFields.create(newField(type) as never)

  it.each(TYPES)('makes, reads, changes and lists a custom field: %s', async (type) => {
    const made = await createField(type)
    expect(made).toMatchObject({ type, properties: PROPERTIES[type], createdAt: expect.any(Date), modifiedAt: null })
    expect(await sdk().customFields.get({ id: made.id })).toEqual(made)
    const changed = await sdk().customFields.update({ id: made.id, customFieldUpdate: { type, name: 'Renamed' } })
    expect(changed).toMatchObject({ name: 'Renamed', properties: PROPERTIES[type], modifiedAt: expect.any(Date) })
    const { result } = await sdk().customFields.list({
      query: made.slug,
      typeFilter: [type],
      organizationId: shop,
      sorting: ['-created_at', 'slug', 'name', 'type'],
    })
    expect(result).toEqual({ items: [changed], pagination: { totalCount: 1, maxPage: 1 } })
    await sdk().customFields.delete({ id: made.id })
    await expect(sdk().customFields.get({ id: made.id })).rejects.toMatchObject({ name: 'ResourceNotFound' })
  })

  it('reads a refusal of a custom field', async () => {
    const { slug } = await createField('text')
    const again = sdk().customFields.create({ type: 'text', slug, name: 'Again', properties: {} })
    await expect(again).rejects.toMatchObject({ name: 'HTTPValidationError', detail: [{ loc: ['body', 'slug'] }] })
  })

  it('makes a product with pictures and custom fields, and changes them', async () => {
    const media = await makeProductMedia(till, shop)
    const fields = await Promise.all(TYPES.map(createField))
    const attachedCustomFields = fields.map((field, index) => ({ customFieldId: field.id, required: index % 2 === 0 }))
    const made = await sdk().products.create({
      ...oneTime(version),
      medias: [media.id],
      attachedCustomFields,
      metadata: { shelf: 3, rare: true, label: 'x' },
    })
    expect(made.medias).toMatchObject([{ id: media.id, service: 'product_media', publicUrl: media.public_url }])
    expect(made.attachedCustomFields).toEqual(
      fields.map((customField, order) => ({ ...attachedCustomFields[order], customField, order })),
    )
    expect(await sdk().products.get({ id: made.id })).toEqual(made)
    const changed = await sdk().products.update({
      id: made.id,
      productUpdate: { medias: [], attachedCustomFields: attachedCustomFields.slice(3), isArchived: true },
    })
    expect(changed).toMatchObject({ medias: [], isArchived: true, prices: made.prices })
    expect(changed.attachedCustomFields.map(({ customFieldId, order }) => [customFieldId, order])).toEqual([
      [fields[3]?.id, 0],
      [fields[4]?.id, 1],
    ])
  })

  it('makes and reads every kind of price that it knows', async () => {
    const name = `Kinds ${unique()}`
    for (const kind of kindsOf(version)) await sdk().products.create({ name, ...kind } as never)
    const { result } = await sdk().products.list({ query: name, organizationId: shop, sorting: ['created_at'] })
    const shown = result.items.map(({ prices, isRecurring }) => [
      isRecurring,
      prices.map((price) => [price.type, price.amountType, 'recurringInterval' in price && price.recurringInterval]),
    ])
    const none = version === 'v026' ? null : false
    expect(shown).toEqual([
      [false, [['one_time', 'fixed', none]]],
      [false, [['one_time', 'custom', none]]],
      [false, [['one_time', 'free', none]]],
      [true, [['recurring', 'fixed', 'month']]],
      [true, [['recurring', 'fixed', 'year']]],
      [true, [['recurring', 'free', 'month']]],
    ])
  })

  it('keeps, adds and archives prices, and replaces benefits', async () => {
    const benefit = await makeCustomBenefit(till, shop)
    const made = await sdk().products.create(oneTime(version))
    const [price] = made.prices
    const kept = await sdk().products.update({
      id: made.id,
      productUpdate: { name: 'Kept', prices: [{ id: price?.id ?? '' }] },
    })
    expect(kept.prices).toEqual(made.prices)
    const [added] = oneTime(version).prices
    const raised = await sdk().products.update({
      id: made.id,
      productUpdate: { prices: [{ ...added, priceAmount: 1 }] },
    })
    expect(raised.prices).toMatchObject([{ priceAmount: 1, isArchived: false }])
    const productBenefitsUpdate = { benefits: [benefit.id] }
    const full = await sdk().products.updateBenefits({ id: made.id, productBenefitsUpdate })
    expect(full.benefits).toMatchObject([{ id: benefit.id, type: 'custom' }])
    const { result } = await sdk().products.list({
      benefitId: [benefit.id],
      isArchived: false,
      isRecurring: false,
      sorting: ['-price_amount', 'price_amount_type', 'name'],
    })
    expect(result).toEqual({ items: [full], pagination: { totalCount: 1, maxPage: 1 } })
  })

  it('has made every call of its catalogue', () => {
    expect(leftOut('catalog', version, till.till.routes, answered)).toEqual([])
  })
})

/** Up to 0.22 the price says whether it recurs; from 0.26 on the product does. */
function oneTime(version: (typeof SDK_VERSIONS)[number]) {
  const price = { amountType: 'fixed', priceAmount: 1900, priceCurrency: 'usd' } as const
  const prices = [version === 'v026' ? price : { ...price, type: 'one_time' }]
  return { name: `Tape Machine ${unique()}`, recurringInterval: null, prices }
}

function kindsOf(version: (typeof SDK_VERSIONS)[number]): object[] {
  const fixed = { amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd' }
  const custom = { amountType: 'custom', priceCurrency: 'eur', minimumAmount: 100, presetAmount: 200 }
  const once = [fixed, custom, { amountType: 'free' }]
  const often = [
    { ...fixed, recurringInterval: 'month' },
    { ...fixed, recurringInterval: 'year' },
    { amountType: 'free', recurringInterval: 'month' },
  ]
  if (version !== 'v026') {
    return [
      ...once.map((price) => ({ prices: [{ ...price, type: 'one_time' }] })),
      ...often.map((price) => ({ prices: [{ ...price, type: 'recurring' }] })),
    ]
  }
  return [
    ...once.map((price) => ({ recurringInterval: null, prices: [price] })),
    ...often.map(({ recurringInterval, ...price }) => ({ recurringInterval, prices: [price] })),
  ]
}
