export interface Command {
  readonly summary: string
  /** The flags that it knows, such as `--again` and `--orders N`, and what each is for. */
  readonly flags?: Readonly<Record<string, string>>
  /** Whether it takes words beside flags; the values of flags are such words too. */
  readonly takesWords?: boolean
  run(args: readonly string[], say: (line: string) => void): Promise<void>
}
