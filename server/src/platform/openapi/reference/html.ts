import { escaped } from '../../../kernel/html.ts'

/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | readonly Part[] | false | undefined

/** A template whose holes are escaped unless they are HTML themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return escaped(String(part))
}

/** The little of Markdown that descriptions use: paragraphs, headings and code. */
export function prose(text: string): Html[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((block) => (block.startsWith('## ') ? html`<h3>${block.slice(3)}</h3>` : html`<p>${inline(block)}</p>`))
}

export function inline(text: string): Html[] {
  return text.split('`').map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : html`${piece}`))
}
