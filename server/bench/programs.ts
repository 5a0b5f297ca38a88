/** The files that the bench starts as processes of their own. */
export interface Programs {
  /** Arguments for node. */
  readonly till: readonly string[]
  readonly cli: readonly string[]
  readonly generator: string
  readonly bare: string
  readonly plain: string
  readonly receiver: string
}
