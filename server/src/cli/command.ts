export interface Command {
  readonly summary: string
  /** The flags that it knows; words beside flags are taken only where `takesWords` says so. */
  readonly flags?: readonly string[]
  readonly takesWords?: boolean
  run(args: readonly string[], say: (line: string) => void): Promise<void>
}
