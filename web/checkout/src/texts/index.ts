import { en, type Texts } from './en.ts'

export type { Texts }

/** A file of its own each, loaded when somebody needs it. English comes along, for everybody else. */
const OTHERS: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('./de.ts')).de,
}

/** What the page says, and how it writes amounts, days and the names of countries. */
export interface Language {
  readonly texts: Texts
  readonly locale: string
}

/** The first of the buyer's languages that the page speaks. */
export async function languageFor(wanted: readonly string[]): Promise<Language> {
  for (const locale of wanted.flatMap(plainLocale)) {
    const [language = ''] = locale.split('-')
    if (language === 'en') return { texts: en, locale }
    const load = Object.hasOwn(OTHERS, language) ? OTHERS[language] : undefined
    // A file that cannot be loaded just now is no reason to show nothing.
    const texts = load && (await load().catch(() => null))
    if (texts) return { texts, locale }
  }
  return { texts: en, locale: 'en' }
}

/** Language and region; nothing else of a tag, which could ask for other digits or calendars. */
function plainLocale(tag: string): string[] {
  const [, language = '', region] = /^([a-z]{2})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-.*)?$/i.exec(tag) ?? []
  if (language === '') return []
  return [region ? `${language.toLowerCase()}-${region.toUpperCase()}` : language.toLowerCase()]
}
