import { ABOUT, CATALOG, DISCOUNTS, type ProductName, SHOP } from './catalog.ts'
import { coverOf } from './covers.ts'
import type { Seller, WithId } from './seller.ts'
import { upload } from './upload.ts'

export interface Shop {
  readonly organizationId: string
  readonly name: string
  readonly slug: string
  readonly products: Readonly<Record<ProductName, string>>
}

/** The organization with everything that it sells, made by the calls that every seller makes. */
export async function openShop(seller: Seller): Promise<Shop> {
  const slug = await freeSlug(seller)
  const { id: organizationId } = await seller.post('/v1/organizations/', { ...SHOP, slug })
  await seller.patch(`/v1/organizations/${organizationId}`, ABOUT)
  const names = Object.keys(CATALOG) as ProductName[]
  const products: Partial<Record<ProductName, string>> = {}
  for (const name of names) products[name] = await makeProduct(seller, organizationId, name)
  const shop = { organizationId, name: SHOP.name, slug, products: products as Shop['products'] }
  for (const { terms, only = [] } of DISCOUNTS) {
    const ids = only.map((name) => shop.products[name])
    await seller.post('/v1/discounts/', { ...terms, organization_id: organizationId, products: ids })
  }
  return shop
}

async function makeProduct(seller: Seller, organizationId: string, name: ProductName): Promise<string> {
  const { product, benefits } = CATALOG[name]
  const picture = {
    name: `${name}.png`,
    mime_type: 'image/png',
    service: 'product_media',
    bytes: coverOf(name),
  } as const
  const medias = [await upload(seller, organizationId, picture)]
  const { id } = await seller.post('/v1/products/', { ...product, medias, organization_id: organizationId })
  const ids: string[] = []
  for (const benefit of benefits) {
    ids.push((await seller.post('/v1/benefits/', { ...benefit, organization_id: organizationId })).id)
  }
  await seller.post(`/v1/products/${id}/benefits`, { benefits: ids })
  return id
}

/** northwind-audio, northwind-audio-2, northwind-audio-3 ... */
async function freeSlug(seller: Seller): Promise<string> {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? SHOP.slug : `${SHOP.slug}-${number}`
    const { items } = await seller.get<{ items: WithId[] }>(`/v1/organizations/?slug=${slug}`)
    if (items.length === 0) return slug
  }
}
