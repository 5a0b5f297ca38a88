/** What a mail says, before anybody has decided how it looks. Every letter is shown as text and as HTML. */
export interface Letter {
  readonly subject: string
  /** What mail programs show beside the subject. */
  readonly preview: string
  readonly blocks: readonly Block[]
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** Small, for what is there to be found and not to be read. */
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'amounts'; readonly rows: readonly AmountRow[] }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  /** To be copied, letter by letter. */
  | { readonly kind: 'keys'; readonly title: string; readonly keys: readonly Key[] }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly string[] }
  /** To be typed somewhere else. */
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }

export interface Key {
  /** What it is for. */
  readonly label: string
  readonly key: string
  readonly detail?: string | undefined
}

export interface AmountRow {
  readonly label: string
  readonly detail?: string | undefined
  readonly value: string
  readonly isTotal?: boolean
}

export interface Fact {
  readonly label: string
  readonly value: string
}
