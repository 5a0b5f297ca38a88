import type { Checkout } from '../api/shapes.ts'
import { pictureOf } from '../offer.ts'
import { useSurface } from './context.ts'

function picturesOf(checkout: Checkout): readonly string[] {
  return checkout.product.medias.flatMap(({ public_url }) => pictureOf(public_url, checkout) ?? [])
}

/** The first one, beside the name. */
export function Cover({ checkout }: { readonly checkout: Checkout }) {
  const [first] = picturesOf(checkout)
  return first ? <img class="media" src={first} alt="" width="112" height="112" /> : null
}

/** All of them, where there are several. Each opens in full beside the page. */
export function Gallery({ checkout }: { readonly checkout: Checkout }) {
  const { summary } = useSurface().language.texts
  const pictures = picturesOf(checkout)
  if (pictures.length < 2) return null
  return (
    <ul class="gallery" aria-label={summary.pictures}>
      {pictures.map((picture, index) => (
        <li key={picture}>
          <a href={picture} target="_blank" rel="noopener">
            <img
              src={picture}
              alt={summary.picture(index + 1, pictures.length)}
              width="64"
              height="64"
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}
