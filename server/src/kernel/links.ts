/** Addresses under the public base address; never under a request's Host header, which anybody can choose. */
export class Links {
  readonly #base: string

  constructor(baseUrl: string) {
    this.#base = baseUrl
  }

  checkout(clientSecret: string): string {
    return `${this.#base}/checkout/${clientSecret}`
  }

  /** Where a checkout is made for whoever comes by. */
  checkoutLink(clientSecret: string): string {
    return `${this.#base}/buy/${clientSecret}`
  }

  /** What an organization sells, for everybody to see. */
  store(slug: string): string {
    return `${this.#base}/store/${slug}`
  }

  /** Where the buyer goes after paying when the seller gave no address. */
  confirmation(clientSecret: string): string {
    return `${this.#base}/checkout/${clientSecret}/confirmation?checkout_id={CHECKOUT_ID}`
  }

  /** A picture made from the first letter: no third party learns of the customer. */
  avatar(nameOrEmail: string): string {
    return `${this.#base}/avatars/${encodeURIComponent(initialOf(nameOrEmail))}.svg`
  }

  /** Where the buyer of a test purchase plays the part of their bank. */
  challenge(secret: string): string {
    return `${this.#base}/sandbox/challenge/${secret}`
  }

  /** The reference of the API. */
  docs(): string {
    return `${this.#base}/docs`
  }

  portal(): string {
    return `${this.#base}/portal`
  }

  /** Browsers keep what stands behind the # to themselves, so the token reaches no log and no other site. */
  invitation(token: string): string {
    return `${this.#base}/invitation#${token}`
  }

  /** Anybody can read it there; the place ends in a random text. */
  file(place: string): string {
    return `${this.#base}/files/${place}`
  }

  download(sealed: string): string {
    return `${this.#base}/downloads/${sealed}`
  }

  /** To a file that somebody bought, for as long as they may have it. */
  ownDownload(sealed: string): string {
    return `${this.#base}/v1/customer-portal/downloadables/${sealed}`
  }

  /** Where a part of an upload is sent to. */
  uploadPart(sealed: string): string {
    return `${this.#base}/v1/files/uploads/${sealed}`
  }
}

/** The first letter or digit, in upper case: one character, also of those that become two (ß). */
export function initialOf(text: string): string {
  const [initial = '?'] = /[\p{L}\p{N}]/u.exec(text)?.[0].toUpperCase() ?? ''
  return initial
}
