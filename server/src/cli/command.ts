export interface Command {
  readonly summary: string
  run(args: readonly string[], say: (line: string) => void): Promise<void>
}
