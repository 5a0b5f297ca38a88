import { type CheckoutWords, spokenIn } from '@till/words'
import { checkout as en } from '@till/words/en'

/** A file of its own each, loaded when somebody needs it. English comes along, for everybody else. */
const OTHERS: Readonly<Record<string, () => Promise<CheckoutWords>>> = {
  de: async () => (await import('@till/words/de')).checkout,
}

/** What the page says, and how it writes amounts, days and the names of countries. */
export interface Language {
  readonly texts: CheckoutWords
  readonly locale: string
}

/** The first of the buyer's languages that the page speaks. */
export async function languageFor(wanted: readonly string[]): Promise<Language> {
  for (const { language, locale } of wanted.flatMap((tag) => spokenIn(tag) ?? [])) {
    if (language === 'en') return { texts: en, locale }
    const load = Object.hasOwn(OTHERS, language) ? OTHERS[language] : undefined
    // A file that cannot be loaded just now is no reason to show nothing.
    const texts = load && (await load().catch(() => null))
    if (texts) return { texts, locale }
  }
  return { texts: en, locale: 'en' }
}
