import type { PageWords } from '@till/words'
import { pages as de } from '@till/words/de'
import { pages as en } from '@till/words/en'

export type PageTexts = PageWords

/** What the server itself says on pages, by language. */
export const PAGE_TEXTS = { en, de } as const satisfies Readonly<Record<string, PageTexts>>
