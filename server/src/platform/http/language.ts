import { spokenIn } from '@till/words'

/** What a page says, and how it writes amounts. */
export interface Language<Texts> {
  readonly texts: Texts
  readonly locale: string
  /** Said in the address: it then goes along wherever the visitor goes. */
  readonly isChosen: boolean
}

/** By the two letters of the language. English is there for everybody else. */
type TextsByLanguage<Texts> = Readonly<Record<string, Texts>> & { readonly en: Texts }

/** The one in the address, else the first of the browser's that the page speaks, else English. */
export function languageFor<Texts>(all: TextsByLanguage<Texts>, chosen: unknown, accepted = ''): Language<Texts> {
  const found = typeof chosen === 'string' ? spoken(all, chosen) : null
  if (found) return { ...found, isChosen: true }
  const [first] = tagsOf(accepted).flatMap((tag) => spoken(all, tag) ?? [])
  return { ...(first ?? { texts: all.en, locale: 'en' }), isChosen: false }
}

function spoken<Texts>(all: TextsByLanguage<Texts>, tag: string): Pick<Language<Texts>, 'texts' | 'locale'> | null {
  const { language, locale } = spokenIn(tag) ?? { language: '', locale: '' }
  const texts = Object.hasOwn(all, language) ? all[language] : undefined
  return texts === undefined ? null : { texts, locale }
}

const MOST_TAGS = 32

/** `de-AT, en;q=0.8` by weight; of those with the same weight the first goes first. */
function tagsOf(header: string): string[] {
  return header
    .split(',', MOST_TAGS)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
