import { de } from './de.ts'
import { en, type Texts } from './en.ts'

export type { Texts }

/** By language, in the order in which visitors can choose. */
export const TEXTS = { en, de } as const satisfies Readonly<Record<string, Texts>>
