import { checkout as de } from '@till/words/de'
import { checkout as en } from '@till/words/en'
import type { Language } from '../src/texts/index.ts'

export const ENGLISH: Language = { texts: en, locale: 'en' }
export const GERMAN: Language = { texts: de, locale: 'de' }

/** Spaces that do not break, wide or narrow, depend on the version of the language data. */
export const plain = (text: string | null): string | null => text?.replace(/[\u00a0\u202f]/g, ' ') ?? null
