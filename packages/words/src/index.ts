export type { CheckoutWords, Interval, LaterTax, PageWords, SharedWords, StoreWords } from './en.ts'

export interface Spoken {
  /** Two letters, by which the texts are found. */
  readonly language: string
  /** By which amounts, days and the names of countries are written. */
  readonly locale: string
}

/** Language and region; nothing else of a tag, which could ask for other digits or calendars. */
export function spokenIn(tag: string): Spoken | null {
  const [, letters, region] = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?:-.*)?$/i.exec(tag) ?? []
  if (letters === undefined) return null
  const language = letters.toLowerCase()
  return { language, locale: region ? `${language}-${region.toUpperCase()}` : language }
}
