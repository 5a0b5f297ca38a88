import { Mark } from '@till/ui'
import type { Checkout } from '../api/shapes.ts'
import { pictureOf } from '../offer.ts'

/** Whose shop it is. */
export function Seller({ checkout }: { readonly checkout: Checkout }) {
  const { name, avatar_url } = checkout.organization
  return <SellerLine name={name} imageUrl={pictureOf(avatar_url, checkout)} />
}

export function SellerLine({ name, imageUrl }: { readonly name: string; readonly imageUrl: string | null }) {
  return (
    <p class={imageUrl ? 'seller below-logo' : 'seller'}>
      <Mark name={name} imageUrl={imageUrl} />
      <span>{name}</span>
    </p>
  )
}
