import type { SharedWords, StoreWords } from '@till/words'
import * as de from '@till/words/de'
import * as en from '@till/words/en'

export type Texts = SharedWords & StoreWords

/** By language, in the order in which visitors can choose. */
export const TEXTS = {
  en: { ...en.shared, ...en.store },
  de: { ...de.shared, ...de.store },
} as const satisfies Readonly<Record<string, Texts>>
