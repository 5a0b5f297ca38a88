import type { Command } from './command.ts'

type Commands = Readonly<Record<string, Command>>

/** Every command with its flags, or the one that is asked about. */
export function helpOf(commands: Commands, name: string | undefined): string {
  const asked = name !== undefined && Object.hasOwn(commands, name) ? [name] : Object.keys(commands)
  const lines = Object.entries(commands).flatMap(([key, { summary, flags = {} }]) =>
    asked.includes(key) ? [`  ${key.padEnd(10)} ${summary}`, ...flagLines(flags)] : [],
  )
  return `till COMMAND\n\n${lines.join('\n')}\n`
}

function flagLines(flags: Readonly<Record<string, string>>): string[] {
  return Object.entries(flags).map(([flag, purpose]) => `    ${flag.padEnd(20)} ${purpose}`)
}

/** What is wrong with a call, before anything is done. */
export function refusalOf(commands: Commands, name: string, args: readonly string[]): string | null {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return `There is no command ${name}.`
  const stranger = args.find((word) => (word.startsWith('-') ? !knows(command, word) : command.takesWords !== true))
  return stranger === undefined ? null : `till ${name} does not know ${stranger}.`
}

/** `--orders N` is known as `--orders` and as `--orders=5000`. */
function knows({ flags = {} }: Command, word: string): boolean {
  return Object.keys(flags).some((flag) => {
    const [own, value] = flag.split(' ')
    return word === own || (value !== undefined && word.startsWith(`${own}=`))
  })
}
