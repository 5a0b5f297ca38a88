import type { Written } from '../letters/writer.ts'
import type { Words } from '../words.ts'
import { brandOf } from './brand.ts'
import { htmlOf } from './html.ts'
import { textOf } from './text.ts'

/** A mail as people see it. */
export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export function rendered({ letter, organization, audience }: Written, words: Words): Rendered {
  const brand = brandOf(organization, audience, words)
  return { subject: letter.subject, text: textOf(letter, brand), html: htmlOf(letter, brand) }
}
