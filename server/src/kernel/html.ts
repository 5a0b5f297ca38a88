const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For texts and for values of attributes in quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => SPECIAL[character] ?? character)
}

/** Text that is HTML already. `html` makes it, and escapes what comes from elsewhere. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | readonly Html[] | null | undefined

/** A piece of a page, as a template: what stands in it is escaped, unless it was made the same way. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, index) => text + textOf(parts[index - 1]) + next))
}

function textOf(part: Part): string {
  if (part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(textOf).join('') : escaped(String(part))
}
