import { Polar } from '@polar-sh/sdk'
import { expect, it } from 'vitest'
import { openShop } from '../support/shop.ts'
import { startTill } from '../support/till.ts'

it('x', async () => {
  const till = await startTill()
  const shop = await openShop(till)
  const sdk = new Polar({ serverURL: till.url, accessToken: till.ownerToken })
  const o = await sdk.organizations.get({ id: shop.organization.id })
  console.log(o)
  console.log(
    JSON.stringify(shop.checkout, null, 1),
    JSON.stringify(shop.subscriptionOrder, null, 1),
    JSON.stringify(shop.activation, null, 1),
  )
  console.log(JSON.stringify(await sdk.orders.get({ id: shop.order.id })))
  console.log(JSON.stringify(await sdk.checkouts.custom.get({ id: shop.checkout.id })))
  await till.stop()
})
